/* What the pages need beyond htmx. Everything listens on the document, so that it holds for whatever is swapped in. */
(() => {
    "use strict";

    const $ = (selector, root = document) => root.querySelector(selector);
    const box = () => $("#box");
    const isRunning = () => $("#foot")?.hasAttribute("data-running") ?? false;
    /* The chat that is shown, once it is stored; undefined elsewhere, and where a part of the past is shown. */
    const chat = () => {
        const main = $("#main");
        return main?.hasAttribute("data-fresh") || !$("#since") ? undefined : main?.dataset.chat;
    };

    /* ---- Notices ---- */

    function notice(text) {
        const slot = $("#notice");
        if (!slot) return;
        const note = document.createElement("div");
        note.className = "note danger";
        note.append(Object.assign(document.createElement("p"), { textContent: text }));
        slot.replaceChildren(...(text ? [note] : []));
    }

    /* ---- The box: what is typed is kept until the server has it ---- */

    const draftKey = () => `draft:${$("#main")?.hasAttribute("data-fresh") ? "new" : $("#main")?.dataset.chat}`;
    let sent = null;

    function keepDraft() {
        try {
            if (box()?.value) localStorage.setItem(draftKey(), box().value);
            else localStorage.removeItem(draftKey());
        } catch { /* a browser without storage keeps no drafts */ }
    }

    function restoreDraft() {
        try {
            if (box() && !box().value) box().value = localStorage.getItem(draftKey()) ?? "";
        } catch { /* as above */ }
    }

    function fit() {
        const area = box();
        if (!area) return;
        if (!CSS.supports("field-sizing", "content")) {
            area.style.height = "auto";
            area.style.height = `${area.scrollHeight}px`;
        }
        const limit = Number($("#composer").dataset.limit);
        const size = area.value.length * 3 < limit * 0.8 ? 0 : new Blob([area.value]).size;
        $("#size").textContent = size > limit * 0.8 ? `${Math.round(size / 1000)} of ${limit / 1000} kB` : "";
    }

    document.addEventListener("input", (event) => {
        if (event.target !== box()) return;
        fit();
        keepDraft();
    });

    /* What is too long for a message is not put into the box, where it would hold up the page, but goes as a file. */
    document.addEventListener("paste", (event) => {
        const text = event.target === box() ? event.clipboardData.getData("text/plain") : "";
        const limit = Number($("#composer")?.dataset.limit);
        if (text.length * 3 < limit || new Blob([box().value, text]).size <= limit) return;
        event.preventDefault();
        const files = $("#attach");
        if (!files) {
            notice("What you pasted is longer than 1 MB, which is more than a message can hold. Nothing was pasted; paste it in parts.");
            return;
        }
        const pasted = new DataTransfer();
        pasted.items.add(new File([text], "pasted.txt", { type: "text/plain" }));
        files.files = pasted.files;
        files.dispatchEvent(new Event("change", { bubbles: true }));
        notice("");
    });

    document.addEventListener("keydown", (event) => {
        if (event.target !== box() || event.key !== "Enter") return;
        if (event.shiftKey || event.altKey || event.isComposing || event.keyCode === 229) return;
        event.preventDefault();
        if (box().value.trim() || $("#files .chip")) $("#composer").requestSubmit();
    });

    document.addEventListener("htmx:config:request", (event) => {
        const { sourceElement } = event.detail.ctx;
        if (sourceElement.id !== "composer") return;
        sent = box().value;
        if (!sent.trim() && !$("#files .chip")) event.preventDefault();
        const limit = Number(sourceElement.dataset.limit);
        if (new Blob([sent]).size > limit) {
            event.preventDefault();
            notice("A message can be at most 1 MB long. Shorten it or send it in parts; nothing was sent.");
        }
    });

    function forgetSent() {
        const area = box();
        if (sent !== null && area?.value.startsWith(sent)) area.value = area.value.slice(sent.length).trimStart();
        sent = null;
        fit();
        keepDraft();
    }

    /* ---- Answers of the server that are not what was asked for ---- */

    document.addEventListener("htmx:after:request", (event) => {
        const { response, hx } = event.detail.ctx;
        if (response.status === 401) hx.redirect = `/login?next=${encodeURIComponent(location.pathname)}`;
    });

    document.addEventListener("htmx:before:swap", (event) => {
        const { response, sourceElement, hx } = event.detail.ctx;
        if (!response) return;
        if (response.status >= 400 && !hx?.retarget) {
            event.preventDefault();
            notice(`That did not work (status ${response.status}). Nothing was lost; reload the page and try again.`);
        } else if (response.status < 400 && sourceElement.id === "composer") {
            try { localStorage.removeItem(draftKey()); } catch { /* as above */ }
        }
    });

    document.addEventListener("htmx:after:swap", (event) => {
        const { response, sourceElement } = event.detail.ctx;
        if (!response) return;
        if (response.status < 400 && sourceElement?.closest?.("#composer, .note, .examples")) afterSend(sourceElement);
    });

    function afterSend(source) {
        $("#main").removeAttribute("data-fresh");
        if (source.id === "composer") forgetSent();
        toEnd();
    }

    document.addEventListener("htmx:error", (event) => {
        const source = event.detail.ctx?.sourceElement;
        if (!source || source.matches("[data-live]")) return;
        notice("popagent could not be reached. Nothing was sent and your text is kept; try again in a moment.");
    });

    /* ---- The bell: it tells which chat changed, in whatever tab or process, and the page asks for it again ---- */

    let bell;
    let opened = 0;

    function listen() {
        if (!$("#rail")) return;
        if (document.hidden) {
            bell?.close();
            bell = undefined;
            watch();
        } else if (!bell || bell.readyState === EventSource.CLOSED) {
            opened = Date.now();
            bell = new EventSource("/bell");
            bell.addEventListener("beat", () => heard("bell"));
            bell.addEventListener("resync", () => { heard("bell"); changed(); });
            bell.addEventListener("notice", (event) => { told(event.data); });
            bell.addEventListener("session", (event) => { heard("bell"); changed(event.data); });
        }
    }

    function changed(id) {
        want("list");
        if (id === undefined || id === chat()) want("chat");
    }

    /* What is wanted while an answer is under way is asked for after it. */
    const wanted = new Set();
    let asking;

    function want(what) {
        wanted.add(what);
        asking ??= askAll().finally(() => { asking = undefined; });
    }

    async function askAll() {
        await new Promise((ready) => { setTimeout(ready, 60); });
        while (wanted.size) {
            const now = [...wanted];
            wanted.clear();
            await Promise.all(now.map((what) => (what === "list" ? askList() : askChat())));
        }
    }

    function askChat(anew = false) {
        const since = $("#since");
        if (!chat()) return true;
        const query = new URLSearchParams({ since: since.value });
        if (!anew) query.set("state", since.dataset.state);
        if ($("[data-live]")) query.set("answering", $("[data-live]").dataset.live);
        return ask(`/c/${chat()}/news?${query}`, "#main", "none swapEmpty:false");
    }

    function askList() {
        const list = $("#sessions");
        /* Whoever reads further down keeps the place. */
        if (list.scrollTop > 0 && list.querySelectorAll(".row-link").length > 200) return true;
        return ask(`/sessions${$(".list-head", list) ? "?archived=1" : ""}`, "#sessions", "outerMorph");
    }

    /* Ask for a part of the page; false when there was no answer. Meanwhile another chat may be shown. */
    async function ask(address, target, swap) {
        const shown = $("#main");
        try {
            const response = await fetch(address, {
                headers: { "HX-Request": "true", "HX-Current-URL": location.href },
                signal: AbortSignal.timeout(PATIENCE),
            });
            if (response.headers.has("HX-Redirect")) location.assign(response.headers.get("HX-Redirect"));
            if (response.status !== 200) return response.ok;
            const text = await response.text();
            if ($("#main") === shown && $(target)) {
                await htmx.swap({ text, sourceElement: $(target), target: $(target), swap });
            }
            return true;
        } catch {
            return false;
        }
    }

    /* ---- Notifications: in the title of a page that nobody looks at, and by the browser where its owner allowed that ---- */

    const SAID = { done: "Done", failed: "Failed", waiting: "Waits for your permission", test: "A test" };
    let titleBefore;

    async function told(id) {
        if (!document.hidden && document.hasFocus()) return;
        const response = await fetch(`/notices/${id}`).catch(() => undefined);
        if (!response?.ok) return;
        const one = await response.json();
        const text = `${SAID[one.kind]}: ${one.title}`;
        titleBefore ??= document.title;
        document.title = `● ${text}`;
        if (!("Notification" in window) || Notification.permission !== "granted") return;
        /* Every open page hears of it; by the tag the browser shows it once. */
        const shown = new Notification("popagent", { body: text, tag: `popagent-${id}` });
        shown.addEventListener("click", () => { window.focus(); location.assign(one.address); });
    }

    /* Of the pages that nobody looks at one keeps listening: a browser opens few connections to a server. */
    function watch() {
        navigator.locks?.request("popagent-watch", () => new Promise((done) => {
            if (!document.hidden) return done();
            const hidden = new EventSource("/bell");
            hidden.addEventListener("notice", (event) => { told(event.data); });
            document.addEventListener("visibilitychange", () => { hidden.close(); done(); }, { once: true });
        }));
    }

    function seen() {
        if (titleBefore !== undefined && !document.hidden) document.title = titleBefore;
        if (!document.hidden) titleBefore = undefined;
    }

    window.addEventListener("focus", seen);
    document.addEventListener("visibilitychange", seen);

    function tellPermission() {
        const state = $("[data-notify-state]");
        if (!state) return;
        const known = "Notification" in window ? Notification.permission : "missing";
        $("[data-notify-ask]").disabled = known !== "default";
        state.textContent = {
            granted: "This browser shows notifications while a page of popagent is open in it.",
            denied: "This browser was told not to show notifications of popagent; its own settings can change that.",
            missing: "This browser shows no notifications for this address; over https, or on this machine, it may.",
        }[known] ?? "";
    }

    document.addEventListener("click", async (event) => {
        if (!event.target.closest?.("[data-notify-ask]")) return;
        await Notification.requestPermission();
        tellPermission();
    });
    tellPermission();

    /* ---- When bell or answer fall silent, say so and ask every few seconds ---- */

    const SILENCE = { bell: 12000, answer: 6000 };
    const ASK_EVERY = 3000;
    const PATIENCE = 15000;
    const lastHeard = { bell: Date.now(), answer: Date.now() };
    let lastAsked = 0;

    function heard(what) {
        lastHeard[what] = Date.now();
    }

    for (const name of ["htmx:sse:after:connection", "htmx:sse:before:message"]) {
        document.addEventListener(name, () => heard("answer"));
    }
    /* A tab that was opened in the background waits with its listening until it is looked at. */
    document.addEventListener("htmx:sse:before:connection", (event) => { if (document.hidden) event.preventDefault(); });
    document.addEventListener("visibilitychange", () => {
        if (!document.hidden) {
            heard("bell");
            heard("answer");
            const live = $("[data-live]");
            if (live) htmx.trigger(live, "wake");
        }
        listen();
    });
    window.addEventListener("offline", () => { lastHeard.bell = 0; });

    const isSilent = (what) => Date.now() - lastHeard[what] > SILENCE[what];

    setInterval(() => {
        if (document.hidden || !$("#rail")) return;
        if (!$("[data-live]")) heard("answer");
        if (!isSilent("bell") && !isSilent("answer")) return tell("");
        if (Date.now() - opened > 5000) listen();
        if (!$("#connection")?.textContent) tell("The connection is interrupted. What runs goes on without it; trying again every few seconds.");
        if (Date.now() - lastAsked < ASK_EVERY) return;
        lastAsked = Infinity;
        askWithoutBell().finally(() => { lastAsked = Date.now(); });
    }, 1000);

    async function askWithoutBell() {
        const [there] = await Promise.all([askChat(true), askList()]);
        if (there && (isSilent("bell") || isSilent("answer"))) {
            tell("Live updates do not get through. This page asks every few seconds instead.");
        }
    }

    function tell(text) {
        const banner = $("#connection");
        if (!banner || banner.textContent === text) return;
        banner.textContent = text;
        banner.hidden = !text;
    }

    /* ---- The end of the conversation: shown while the reader is there, never forced ---- */

    const atEnd = () => ($("#scroll") ? Math.abs($("#scroll").scrollTop) < 48 : true);

    function toEnd() {
        if ($("#scroll")) $("#scroll").scrollTop = 0;
    }

    document.addEventListener("scroll", (event) => {
        if (event.target.id === "scroll") $("#latest").hidden = atEnd();
    }, true);

    /* ---- Clicks ---- */

    document.addEventListener("click", (event) => {
        const on = (selector) => event.target.closest(selector);
        if (on("#latest")) toEnd();
        else if (on("[data-copy]")) copy(on("[data-copy]"));
        else if (on("[data-theme-switch]")) nextTheme();
        else if (on("dialog [data-close]")) { event.preventDefault(); on("dialog").close(); }
        else if (event.target.matches("dialog") && !hasTyped(event.target)) event.target.close();
        if (on("#chat-menu .menu-item")) $("#chat-menu").hidePopover();
    });

    async function copy(button) {
        const code = button.closest(".code");
        const text = code ? $("pre", code).textContent : $("template", button.parentElement).content.textContent;
        const label = $("span", button);
        try {
            await navigator.clipboard.writeText(text);
            label.textContent = "Copied";
        } catch {
            label.textContent = "Not allowed";
        }
        setTimeout(() => { label.textContent = "Copy"; }, 1500);
    }

    function toast(text) {
        const note = Object.assign(document.createElement("div"), { className: "toast" });
        note.append(Object.assign(document.createElement("p"), { textContent: text }));
        $("#toasts")?.replaceChildren(note);
    }

    function nextTheme() {
        const order = ["auto", "light", "dark"];
        const root = document.documentElement;
        const theme = order[(order.indexOf(root.dataset.theme) + 1) % order.length];
        root.dataset.theme = theme;
        $("meta[name=color-scheme]").content = theme === "auto" ? "light dark" : theme;
        document.cookie = `popagent_theme=${theme}; path=/; max-age=31536000; samesite=strict`;
    }

    /* ---- Dialogs: a click beside one closes it, unless what was typed there would be lost ---- */

    function hasTyped(dialog) {
        return $(".note", dialog) || [...dialog.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue);
    }

    document.addEventListener("htmx:after:settle", (event) => {
        if (event.target.id !== "dialog") return;
        const dialog = event.target;
        if (dialog.childElementCount && !dialog.open) dialog.showModal();
        else if (!dialog.childElementCount && dialog.open) dialog.close();
    });

    document.addEventListener("close", (event) => {
        if (event.target.id !== "dialog") return;
        event.target.replaceChildren();
        if (document.activeElement === document.body) $("[popovertarget=chat-menu]")?.focus();
    }, true);

    /* ---- Keys: single letters only where nothing is typed; `?` lists them ---- */

    document.addEventListener("keydown", (event) => {
        if (event.isComposing || event.keyCode === 229 || $("dialog[open], :popover-open")) return;
        const withCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
        if (withCtrl && event.key.toLowerCase() === "k") press(event, $("[data-key=search]"));
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape" && (event.target === box() || !isField(event.target))) leave();
        if (isField(event.target)) return;
        if (event.key === "/") focusOn(event, box() ?? $("[data-search]"));
        else if (event.key === "?") $("#keys")?.showModal();
        else if (event.key === "n") location.assign("/");
        else if (event.key === "c" && $("#composer")) copyLast(event);
    });

    const isField = (one) => Boolean(one.closest?.("input, textarea, select, [contenteditable]"));

    /* An answer that is being written is stopped; otherwise the box is left. */
    function leave() {
        if (isRunning()) $("#foot .stop").click();
        else box()?.blur();
    }

    function copyLast(event) {
        const button = [...document.querySelectorAll(".answer .under [data-copy]")].at(-1);
        press(event, button);
        toast(button ? "The last answer is copied." : "There is no answer to copy yet.");
    }

    function press(event, button) {
        if (!button) return;
        event.preventDefault();
        button.click();
    }

    function focusOn(event, field) {
        event.preventDefault();
        field?.focus();
    }

    /* ---- Fields with a limit say how much of it is used ---- */

    document.addEventListener("input", (event) => count(event.target));

    function count(field) {
        const limit = Number(field.dataset?.count);
        if (!limit) return;
        const used = [...field.value.trim()].length;
        const told = document.getElementById(field.getAttribute("aria-describedby").split(" ")[0]);
        told.textContent = `${used.toLocaleString("en")} of ${limit.toLocaleString("en")} characters`;
        told.classList.toggle("over", used > limit);
    }

    /* ---- A form that holds unsaved work asks before it is left ---- */

    const unsaved = () => $("form[data-keep][data-changed]");

    document.addEventListener("input", (event) => {
        if (event.target.form?.matches("[data-keep]")) event.target.form.setAttribute("data-changed", "");
    });

    document.addEventListener("submit", (event) => {
        if (!event.target.hasAttribute("hx-post")) event.target.removeAttribute("data-changed");
    });

    document.addEventListener("htmx:config:request", (event) => {
        const leaves = event.detail.ctx.sourceElement.matches("a") && unsaved();
        if (leaves && !confirm("What you changed here is not saved. Leave it?")) event.preventDefault();
    });

    window.addEventListener("beforeunload", (event) => { if (unsaved()) event.preventDefault(); });

    /* ---- A toast's style counts its time; then it goes, and what it could undo with it ---- */

    document.addEventListener("animationend", (event) => {
        if (event.animationName === "toast-over") event.target.remove();
    });

    /* ---- What is made ready whenever something new is on the page ---- */

    function refreshTimes() {
        for (const time of document.querySelectorAll("time[data-ago]")) {
            const seconds = Math.max(0, (Date.now() - Date.parse(time.dateTime)) / 1000);
            if (seconds >= 7 * 86400) continue;
            const [unit, size] = seconds < 3600 ? ["min", 60] : seconds < 86400 ? ["h", 3600] : ["d", 86400];
            time.textContent = seconds < 60 ? "just now" : `${Math.floor(seconds / size)} ${unit} ago`;
            time.title = new Date(time.dateTime).toLocaleString();
        }
    }

    function markCurrent() {
        for (const link of document.querySelectorAll(".row-link, a.item, .area")) {
            const inside = link.matches(".area") && location.pathname.startsWith(`${link.pathname}/`);
            if (inside || link.pathname === location.pathname) link.setAttribute("aria-current", "page");
            else link.removeAttribute("aria-current");
        }
    }

    document.addEventListener("htmx:after:process", (event) => {
        refreshTimes();
        for (const field of event.target.querySelectorAll("[data-count]")) count(field);
        if (event.target.id === "main") arrive();
    });

    document.addEventListener("htmx:after:history:push", () => {
        markCurrent();
        if ($("#rail")?.matches(":popover-open")) $("#rail").hidePopover();
    });

    function arrive() {
        restoreDraft();
        fit();
        if (matchMedia("(pointer: fine)").matches) box()?.focus({ preventScroll: true });
    }

    /* A phone's keyboard covers the page without making it smaller in some browsers; this makes it smaller. */
    window.visualViewport?.addEventListener("resize", () => {
        const covered = window.innerHeight - window.visualViewport.height > 80 && window.visualViewport.scale === 1;
        document.documentElement.style.setProperty("--height", covered ? `${window.visualViewport.height}px` : "100dvh");
    });

    matchMedia("(min-width: 1100px)").addEventListener("change", () => {
        if ($("#rail")?.matches(":popover-open")) $("#rail").hidePopover();
    });

    listen();
    setInterval(refreshTimes, 30000);
    for (const field of document.querySelectorAll("[data-count]")) count(field);
    refreshTimes();
    markCurrent();
    arrive();
})();
