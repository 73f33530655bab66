/* What the box holds is kept on the server, so that it is there on another device; what is not saved yet is kept
   in this browser (app.js). And what was looked at is noted as read. */
(() => {
    "use strict";

    const PAUSE = 800;
    const AGAIN = 5000;
    const box = () => document.getElementById("box");
    const chat = () => {
        const main = document.getElementById("main");
        return main?.hasAttribute("data-fresh") ? undefined : main?.dataset.chat;
    };
    const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

    function post(address, fields = {}, options = {}) {
        const body = new FormData();
        for (const [name, value] of Object.entries(fields)) body.set(name, value);
        return fetch(address, { method: "POST", body, ...options });
    }

    /* ---- Drafts: one save at a time, each of the newest text ---- */

    let unsaved = null;
    let saving = false;
    let sending = false;
    let timer = 0;

    function typed() {
        const id = chat();
        if (!id || !box()) return;
        unsaved = { id, text: box().value, draft: document.getElementById("draft").value };
        later(PAUSE);
    }

    function later(pause) {
        clearTimeout(timer);
        timer = setTimeout(save, pause);
    }

    async function save() {
        clearTimeout(timer);
        if (!unsaved || saving || sending) return;
        const { id, text, draft } = unsaved;
        const taken = unsaved;
        saving = true;
        let pause = PAUSE;
        try {
            const reply = await post(`/c/${id}/draft`, { text, draft }, { keepalive: text.length < 15000 });
            if (unsaved === taken && (reply.ok || reply.status === 404)) unsaved = null;
            if (reply.ok) {
                if ((await reply.json()).saved) forget(id, text);
                else sentElsewhere(id, draft);
            }
        } catch {
            pause = AGAIN;
        } finally {
            saving = false;
            if (unsaved) later(pause);
        }
    }

    function kept(id) {
        try { return localStorage.getItem(`draft:${id}`); } catch { return null; /* a browser without storage */ }
    }

    function forget(id, text = kept(id)) {
        if (kept(id) !== null && kept(id) === text) localStorage.removeItem(`draft:${id}`);
    }

    /* Somebody sent this draft on another page while it was written on here: what the box holds is a new one. */
    function sentElsewhere(id, draft) {
        if (sending || chat() !== id || document.getElementById("draft").value !== draft) return;
        document.getElementById("draft").value = newId();
        typed();
    }

    document.addEventListener("input", (event) => { if (event.target === box()) typed(); });
    document.addEventListener("visibilitychange", () => { if (document.hidden) save(); else look(); });
    window.addEventListener("pagehide", save);

    document.addEventListener("htmx:config:request", (event) => {
        const { sourceElement } = event.detail.ctx;
        if (sourceElement.id === "composer" && !event.defaultPrevented) sending = true;
        if (chat() && sourceElement.matches?.("form[action$='/delete']")) forget(chat());
    });

    document.addEventListener("htmx:finally:request", (event) => {
        if (event.detail.ctx.sourceElement.id !== "composer") return;
        sending = false;
        if (unsaved) later(PAUSE);
    });

    document.addEventListener("htmx:after:swap", (event) => {
        const { response, sourceElement } = event.detail.ctx;
        if (response?.status < 400 && sourceElement?.id === "composer") sent();
        look();
    });

    /* What was sent is no draft any more; what was typed meanwhile is the next one. */
    function sent() {
        const rest = document.getElementById("draft");
        if (!rest) return;
        rest.value = newId();
        unsaved = null;
        if (box().value) typed();
    }

    /* ---- A chat is opened: what this browser holds and the server does not is the newer ---- */

    function arrive() {
        const id = chat();
        seen = newest();
        if (!id || !box()) return;
        const newer = kept(id);
        if (newer === null) return;
        if (newer === box().defaultValue) return forget(id);
        box().value = newer;
        box().dispatchEvent(new Event("input", { bubbles: true }));
    }

    document.addEventListener("htmx:after:process", (event) => { if (event.target.id === "main") arrive(); });

    /* ---- An answer that ends before the reader's eyes is read ---- */

    let seen;
    const newest = () => [...document.querySelectorAll("#messages > .answer:not(.growing)")].at(-1)?.id;

    function look() {
        const id = chat();
        if (document.hidden || !id || newest() === seen) return;
        seen = newest();
        post(`/c/${id}/read`).catch(() => { seen = undefined; });
    }

    arrive();
})();
