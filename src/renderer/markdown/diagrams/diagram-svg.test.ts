import { expect, test } from 'vitest'

import { diagramSource } from './diagram-svg'

test('no text of a diagram becomes an element of the window during measurement', () => {
  const sources = [
    'flowchart LR\nA["<img src=x onerror=alert(1)>"]',
    'flowchart LR\nA["<<img src=x onerror=alert(1)>"]',
    'flowchart LR\nA["#lt;img src=x onerror=alert(1)#gt;"]',
    'flowchart LR\nA["#60;svg onload=alert(1)>"]',
    'flowchart LR\nA["&#x3c;svg onload=alert(1)>"]',
    'flowchart LR\nA["</text><script>alert(1)</script>"]',
    'flowchart LR\nA["<br onclick=alert(1)>"]',
  ]
  for (const source of sources) expect(diagramSource(source)).not.toMatch(/<[a-z/!?]|[#&](?:lt|60|#x3c)/i)
})

test('a diagram cannot change its settings or load an image', () => {
  const sources = [
    '%%{init: {"securityLevel": "loose", "themeCSS": "\\u003cimg"}}%%\nflowchart LR\nA',
    '---\nconfig:\n  securityLevel: loose\n---\nflowchart LR\nA',
    'flowchart LR\nA@{ img: "https://elsewhere.invalid/x.png" }',
    'flowchart LR\nA@{ "\\x69mg": "https://elsewhere.invalid/x.png" }',
    'flowchart LR\nA:::x\nclassDef x fill:url(https://elsewhere.invalid/x.png)',
    '%%{init: {"securityLevel": "loose"}',
  ]
  for (const source of sources) expect(diagramSource(source)).not.toMatch(/loose|img|url\(/)
})

test('keeps arrows, stereotypes and line breaks', () => {
  const source = 'classDiagram\nA <|-- B\nA <--> C\n<<interface>> A\nA : a<br/>b\nA@{ shape: rect }'
  expect(diagramSource(source)).toBe(source)
})

test('removes click handlers, but not a node with the same name', () => {
  const pressed = [
    'flowchart LR\nA --> B\nclick A "javascript:alert(1)"',
    'flowchart LR\nclick A call alert(1)',
    'flowchart LR\n  click A href "https://elsewhere.invalid" _self',
    'flowchart LR\nclick A alert',
    'classDiagram\nlink A "javascript:alert(1)" "x"',
    'classDiagram\ncallback A "alert"',
    'sequenceDiagram\nlinks A: {"x": "javascript:alert(1)"}',
    'sequenceDiagram\nlink A: x @ javascript:alert(1)',
  ]
  for (const source of pressed) expect(diagramSource(source)).not.toMatch(/alert|elsewhere/)
  const nodes = 'flowchart LR\nclick --> link\nlink --> details\ncallback[Call back] --> click'
  expect(diagramSource(nodes)).toBe(nodes)
})
