// Talks to a chat endpoint as an AI SDK client does and prints what it read.
//   node talk.mjs VERSION ORIGIN SESSION (send TEXT [DATA-URL] | resume)
const [version, origin, session, action, text, url] = process.argv.slice(2);
const { DefaultChatTransport, readUIMessageStream } = await import(`ai${version}`);

const transport = new DefaultChatTransport({ api: `${origin}/api/chat` });
const files = url ? [{ type: 'file', mediaType: 'image/png', filename: 'photo.png', url }] : [];
const stream =
  action === 'send'
    ? await transport.sendMessages({
        chatId: session,
        trigger: 'submit-message',
        messageId: undefined,
        messages: [{ id: `m-${Date.now()}`, role: 'user', parts: [...files, { type: 'text', text }] }],
        abortSignal: undefined,
      })
    : await transport.reconnectToStream({ chatId: session });

console.log('connected');
if (stream === null) {
  console.log(JSON.stringify({ idle: true }));
} else {
  const chunks = [];
  const errors = [];
  const seen = stream.pipeThrough(
    new TransformStream({ transform: (chunk, out) => (chunks.push(chunk.type), out.enqueue(chunk)) }),
  );
  let message;
  for await (message of readUIMessageStream({ stream: seen, onError: error => errors.push(String(error)) }));
  console.log(JSON.stringify({ message, chunks, errors }));
}
