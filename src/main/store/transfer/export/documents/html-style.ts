/** The style of an exported page: light or dark like the reader's system, and for print. */
export const htmlStyle = `
:root { color-scheme: light dark; --ground: #faf9f7; --tint: #f1efea; --line: #e5e1da; --ink: #211f1b;
  --faint: #6d675f; --accent: #3f51b5; --bad: #b3261e;
  --comment: #6d675f; --keyword: #a12c62; --string: #2a7540; --number: #96590a; --title: #2358b8; --type: #0b7078;
  --attribute: #6246b5; --added: #2a7540; }
@media (prefers-color-scheme: dark) { :root { --ground: #17181a; --tint: #232529; --line: #2c2f34; --ink: #e9e7e3;
  --faint: #98928b; --accent: #93a0f5; --bad: #f08a80;
  --comment: #98928b; --keyword: #e58bb0; --string: #8cc79b; --number: #e0a850; --title: #8db4f2; --type: #6cc7cf;
  --attribute: #b9a8f2; --added: #6cc48a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.6 ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 48px 24px 96px; overflow-wrap: anywhere; }
h1 { margin: 0 0 4px; font-size: 26px; line-height: 1.25; }
header p, .ended, .note, time, summary { color: var(--faint); font-size: 13px; }
header p { margin: 0; }
article { margin-top: 28px; }
article.user { padding: 12px 16px 14px; border-radius: 12px; background: var(--tint); }
h2 { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; margin: 0 0 6px; font-size: 14px; }
time { font-weight: 400; font-variant-numeric: tabular-nums; }
h3, h4, h5, h6 { margin: 20px 0 6px; font-size: 17px; line-height: 1.3; }
h4, h5, h6 { font-size: 16px; }
p, ul, ol, blockquote, pre, table, details { margin: 0 0 12px; }
.text { margin: 0 0 12px; }
article > :last-child, .text > :last-child { margin-bottom: 0; }
ul, ol { padding: 0; padding-inline-start: 1.6em; }
:is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) { padding-inline-start: min(1.6em, 4%); }
blockquote blockquote blockquote blockquote blockquote { padding-inline-start: min(14px, 2%); }
ul:has(> li[dir]), ol:has(> li[dir]) { padding-inline-end: 1.6em; }
li > p { margin-bottom: 4px; }
blockquote { padding-inline-start: 14px; border-inline-start: 2px solid var(--line); color: var(--faint); }
code { font: 0.87em ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; }
:not(pre) > code { padding: 1px 4px; border-radius: 4px; background: var(--tint); }
pre { overflow-x: auto; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; line-height: 1.5;
  tab-size: 4; }
article.user pre { background: var(--ground); }
.code-comment, .code-meta { color: var(--comment); }
.code-keyword { color: var(--keyword); }
.code-string { color: var(--string); }
.code-number { color: var(--number); }
.code-title { color: var(--title); }
.code-type { color: var(--type); }
.code-attribute { color: var(--attribute); }
.code-added { color: var(--added); }
.code-removed { color: var(--bad); }
.math { display: block; margin: 0 0 12px; overflow-x: auto; overflow-y: hidden; }
mtable[columnalign^="right left"] > mtr > mtd:nth-child(odd) { text-align: right; }
mtable[columnalign^="right left"] > mtr > mtd:nth-child(even), mtable[columnalign^="left"] > mtr > mtd { text-align: left; }
table { display: block; width: max-content; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
table[dir="rtl"] { margin-inline: 0 auto; }
th, td { padding: 5px 10px; border: 1px solid var(--line); text-align: start; vertical-align: top; }
.center { text-align: center; }
.right { text-align: right; }
figure { margin: 0 0 12px; }
figure img { display: block; max-width: 100%; max-height: 480px; border-radius: 8px; }
.diagram img { max-height: none; height: auto; padding: 12px; border: 1px solid var(--line); background: #fff; }
.diagram details { margin: 4px 0 0; }
hr { height: 0; margin: 24px 0; border: 0; border-top: 1px solid var(--line); }
a { color: var(--accent); }
summary { cursor: pointer; }
details[open] > summary { margin-bottom: 6px; }
details .plain { padding-inline-start: 14px; border-inline-start: 2px solid var(--line); color: var(--faint); font-size: 15px; }
.plain { white-space: pre-wrap; }
.stack { display: inline-block; overflow: clip; max-width: 100%; max-height: 1lh; }
.plain, a, h1, h2, summary, p:not([dir]), li:not([dir]), td:not([dir]), th:not([dir]), dt, dd { unicode-bidi: plaintext; }
code { direction: ltr; unicode-bidi: isolate; }
.error { color: var(--bad); }
.instructions { margin-top: 20px; }
@media print {
  :root { --ground: #fff; --tint: #f4f4f4; --line: #ccc; --ink: #000; --faint: #555; --accent: #000; --bad: #000;
    --comment: #555; --keyword: #000; --string: #000; --number: #000; --title: #000; --type: #000; --attribute: #000;
    --added: #000; }
  main { max-width: none; padding: 0; }
  h2 { break-after: avoid; }
  pre { white-space: pre-wrap; }
  a::after { content: " (" attr(href) ")"; font-size: 0.85em; }
}
`
