// Talks to a chat endpoint as an AI SDK client does and prints what it read.
//   node talk.mjs VERSION ORIGIN SESSION (send TEXT [DATA-URL] | regenerate QUESTION ANSWER | resume)
const [version, origin, session, action, text, more] = process.argv.slice(2);
const { DefaultChatTransport, readUIMessageStream } = await import(`ai${version}`);

const transport = new DefaultChatTransport({ api: `${origin}/api/chat` });
const files =
  action === 'send' && more ? [{ type: 'file', mediaType: 'image/png', filename: 'photo.png', url: more }] : [];
const send = (trigger, id, messageId) =>
  transport.sendMessages({
    chatId: session,
    trigger,
    messageId,
    messages: [{ id, role: 'user', parts: [...files, { type: 'text', text }] }],
    abortSignal: undefined,
  });
const stream = await {
  send: () => send('submit-message', `m-${Date.now()}`, undefined),
  regenerate: () => send('regenerate-message', 'm-before', more),
  resume: () => transport.reconnectToStream({ chatId: session }),
}[action]();

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
