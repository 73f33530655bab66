/* Files beside the box: chosen, dropped or pasted, uploaded one by one, sent with the next message. */
(() => {
    "use strict";

    const MOST = 10;
    const LARGEST = 10 * 1024 * 1024;
    const $ = (selector, root = document) => root.querySelector(selector);
    const chips = (which = "") => [...document.querySelectorAll(`#files .chip${which}`)];
    const pending = () => chips(":not([data-file], .failed)");
    /* Of a chip whose file is not here yet: the file, and the request that brings it. */
    const uploads = new WeakMap();
    let waiting = false;

    function tell(text) {
        if ($("#files-told")) $("#files-told").textContent = text;
    }

    /* ---- From a file to a chip that can be sent ---- */

    function take(files) {
        tell("");
        for (const file of files) {
            if (chips().length >= MOST) {
                tell(`At most ${MOST} files go with a message. Send the others with another one.`);
                break;
            }
            const chip = $("#chip").content.firstElementChild.cloneNode(true);
            $(".chip-name", chip).textContent = file.name;
            $("[data-remove]", chip).setAttribute("aria-label", `Remove ${file.name}`);
            uploads.set(chip, { file });
            $("#files").append(chip);
            upload(chip);
            chip.scrollIntoView({ block: "nearest" });
        }
        $("#box").focus();
    }

    function upload(chip) {
        const { file } = uploads.get(chip);
        const progress = $("progress", chip);
        chip.classList.remove("failed");
        progress.hidden = false;
        progress.removeAttribute("value");
        $("[data-again]", chip).hidden = true;
        $(".chip-state", chip).textContent = "Uploading…";
        if (file.size > LARGEST) {
            fail(chip, "Larger than 10 MiB. It was not uploaded.", false);
            return;
        }
        const request = new XMLHttpRequest();
        uploads.get(chip).request = request;
        request.upload.addEventListener("progress", ({ loaded, total }) => {
            if (loaded < total) progress.value = loaded / total;
            else progress.removeAttribute("value");
        });
        request.addEventListener("load", () => arrive(chip, request));
        request.addEventListener("error", () => {
            fail(chip, "popagent could not be reached, or the file could not be read. Nothing was uploaded.", true);
        });
        request.open("POST", `/attachments?${new URLSearchParams({ name: file.name })}`);
        request.setRequestHeader("HX-Request", "true");
        request.setRequestHeader("Content-Type", "application/octet-stream");
        request.send(file);
    }

    function arrive(chip, request) {
        if (request.status === 401) {
            location.assign(`/login?next=${encodeURIComponent(location.pathname)}`);
        } else if (request.status >= 300) {
            const said = request.getResponseHeader("Content-Type")?.startsWith("text/plain") && request.responseText;
            fail(chip, said || `This file was not taken (status ${request.status}).`, request.status >= 500);
        } else {
            const template = Object.assign(document.createElement("template"), { innerHTML: request.responseText });
            chip.replaceWith(template.content.querySelector(".chip"));
            changed();
        }
    }

    function fail(chip, why, worthAnother) {
        chip.classList.add("failed");
        $("progress", chip).hidden = true;
        $("[data-again]", chip).hidden = !worthAnother;
        $(".chip-state", chip).textContent = why;
        changed();
    }

    function remove(chip) {
        uploads.get(chip)?.request?.abort();
        if (chip.dataset.file) {
            const gone = fetch(`/attachments/${chip.dataset.file}`, { method: "DELETE", headers: { "HX-Request": "true" } });
            gone.catch(() => { /* it goes by itself within a day */ });
        }
        chip.remove();
        tell("");
        changed();
        $("#box").focus();
    }

    /* ---- Sending: not before everything is here, and nothing is left behind unnoticed ---- */

    function changed() {
        keep();
        if (!waiting || pending().length) return;
        waiting = false;
        tell("");
        if (chips(".failed").length) tellFailed();
        else $("#composer").requestSubmit();
    }

    function tellFailed() {
        tell("A file was not uploaded. Try it again or remove it, then send.");
    }

    document.addEventListener("htmx:config:request", (event) => {
        if (event.detail.ctx.sourceElement.id !== "composer" || event.defaultPrevented) return;
        if (chips(".failed").length) {
            event.preventDefault();
            tellFailed();
        } else if (pending().length) {
            event.preventDefault();
            waiting = true;
            tell("The message goes as soon as its files are here.");
        } else {
            for (const chip of chips()) chip.dataset.sent = "";
        }
    });

    document.addEventListener("htmx:after:swap", (event) => {
        const { response, sourceElement } = event.detail.ctx;
        if (!response || sourceElement?.id !== "composer") return;
        for (const chip of chips("[data-sent]")) {
            if (response.status < 400) chip.remove();
            else delete chip.dataset.sent;
        }
        keep();
    });

    document.addEventListener("htmx:error", () => {
        for (const chip of chips("[data-sent]")) delete chip.dataset.sent;
    });

    /* ---- What is here stays with its chat in this tab, whatever else is looked at meanwhile ---- */

    const key = () => `files:${$("#main")?.hasAttribute("data-fresh") ? "new" : $("#main")?.dataset.chat}`;

    function keep() {
        const here = chips("[data-file]:not([data-sent])").map((chip) => chip.outerHTML).join("");
        try {
            if (here) sessionStorage.setItem(key(), here);
            else sessionStorage.removeItem(key());
        } catch { /* a browser without storage keeps none */ }
    }

    function restore() {
        waiting = false;
        try {
            const kept = sessionStorage.getItem(key());
            if (kept && $("#files") && !chips().length) $("#files").innerHTML = kept;
        } catch { /* as above */ }
    }

    document.addEventListener("htmx:after:process", (event) => {
        if (event.target.id === "main") restore();
    });

    /* ---- The ways in ---- */

    document.addEventListener("change", (event) => {
        if (event.target.id !== "attach") return;
        take([...event.target.files]);
        event.target.value = "";
    });

    document.addEventListener("paste", (event) => {
        const data = event.clipboardData;
        /* Office programs add a picture to the text that they copy; then the text is meant. */
        if (event.target.id !== "box" || !data.files.length || data.types.includes("text/plain")) return;
        event.preventDefault();
        take([...data.files]);
    });

    const brings = (event) => $("#composer") && event.dataTransfer?.types.includes("Files");
    let over = 0;

    document.addEventListener("dragover", (event) => {
        if (!brings(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        $("#composer").classList.add("dropping");
        clearTimeout(over);
        over = setTimeout(() => $("#composer")?.classList.remove("dropping"), 400);
    });

    document.addEventListener("drop", (event) => {
        if (!brings(event)) return;
        event.preventDefault();
        $("#composer").classList.remove("dropping");
        take([...event.dataTransfer.files]);
    });

    document.addEventListener("click", (event) => {
        const button = event.target.closest(".chip [data-remove], .chip [data-again]");
        if (!button) return;
        if ("again" in button.dataset) upload(button.closest(".chip"));
        else remove(button.closest(".chip"));
    });

    restore();
})();
