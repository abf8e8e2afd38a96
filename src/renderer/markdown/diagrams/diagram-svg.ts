import type { MermaidConfig } from 'mermaid'

import { DiagramRefused, DiagramTooLarge, drawInSandbox } from './diagram-sandbox'

/** Directives that the library reads as settings, anywhere in the text. */
const settings = /%%\{[^]*?(?:\}%%|$)/g
const frontMatter = /^\s*---[ \t]*\n[^]*?\n[ \t]*---[ \t]*(?:\n|$)/
/** Attributes of a node, which may name an image to load. */
const description = /@\{[^}]*\}?/g
const namesPicture = /img|icon|\\/i
/** `<<interface>>` and line breaks belong to the library; any other bracket before a letter would start an element. */
const brackets = /<<[\w -]*>>|<br *\/?>|<(?=[a-z/!?])/gi
const writtenOut = /[#&](?:lt|#?0*60|#?x0*3c);?/gi
const fetched = /url\s*\(/gi

/** Click handlers, which are useless in an image and would be written into the document by the library. */
const interactions =
  /^[ \t]*(?:(?:click|callback|link)[ \t]+[\w.-]*\w[ \t]+(?:"|href\b|call\b|[A-Za-z_]\w*[ \t]*(?:["(]|$))|(?:links?|properties|details)[ \t]+[^:\n]{1,200}:).*$/gim

/**
 * The text of a diagram without anything that could become an element, load something or change the library's settings,
 * because the library builds its drawing in a document.
 */
export function diagramSource(text: string): string {
  return text
    .replace(frontMatter, '')
    .replaceAll(settings, '')
    .replaceAll(interactions, '')
    .replaceAll(description, (whole) => (namesPicture.test(whole) ? '' : whole))
    .replaceAll(writtenOut, '‹')
    .replaceAll(brackets, (bracket) => (bracket === '<' ? '‹' : bracket.startsWith('<<') ? bracket : '<br/>'))
    .replaceAll(fetched, 'none(')
}

/** A diagram as a standalone image that runs no code and loads nothing. */
export interface DiagramPicture {
  svg: string
  widthPx: number
  heightPx: number
}

const maxChars = 20_000
/** Settings that directives in a diagram's text must not override. */
const fixed: (keyof MermaidConfig)[] = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'flowchart',
  'look',
  'theme',
  'themeCSS',
  'themeVariables',
  'fontFamily',
  'altFontFamily',
  'dompurifyConfig',
  'deterministicIds',
  'logLevel',
  'legacyMathML',
  'forceLegacyMathML',
]

const noDrawing = 'script, foreignObject, iframe, object, embed, image, audio, video'
const keptPictures = 30
const keptRefusals = 1_000

const pictures = new Map<string, DiagramPicture>()
/** Diagrams that took too long or were too large, and why: they would again, whatever the colours. */
const refusals = new Map<string, Error>()
/** One at a time, because the library has one global configuration. */
let last: Promise<unknown> = Promise.resolve()

/** The cached drawing of a diagram in these colours. */
export function drawnDiagram(text: string, colours: string): DiagramPicture | undefined {
  return pictures.get(`${colours}\n${text}`)
}

/**
 * Draws a diagram in the colours of the window, which `colours` identifies, or in those of an exported `page`.
 * @throws DiagramRefused when it takes too long, now or earlier
 * @throws Error when the text is not a diagram, or too long
 */
export function drawDiagram(text: string, colours: string): Promise<DiagramPicture> {
  const drawing = last.then(async () => {
    const picture = drawnDiagram(text, colours) ?? (await draw(text, colours))
    pictures.set(`${colours}\n${text}`, picture)
    const [oldest] = pictures.keys()
    if (pictures.size > keptPictures && oldest !== undefined) pictures.delete(oldest)
    return picture
  })
  // The next one is drawn even if this one fails.
  last = drawing.catch(() => undefined)
  return drawing
}

async function draw(text: string, colours: string): Promise<DiagramPicture> {
  if (text.length > maxChars) throw new Error('the diagram source is too long')
  const refusal = refusals.get(text)
  if (refusal !== undefined) throw refusal
  try {
    return pictureOf(
      await drawInSandbox(
        diagramSource(text),
        colours === 'page' ? pageConfiguration() : windowConfiguration(),
      ),
    )
  } catch (error) {
    const isStuck = error instanceof DiagramRefused && error.reason === 'stuck'
    if (isStuck || error instanceof DiagramTooLarge) rememberRefusal(text, error)
    throw error
  }
}

function rememberRefusal(text: string, refusal: Error): void {
  refusals.set(text, refusal)
  const [oldest] = refusals.keys()
  if (refusals.size > keptRefusals && oldest !== undefined) refusals.delete(oldest)
}

/** A well-formed image of known size that contains nothing but a drawing. */
function pictureOf(markup: string): DiagramPicture {
  // A document created this way runs and loads nothing.
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
  if (svg === null) throw new Error('the diagram cannot be shown')
  for (const element of svg.querySelectorAll(noDrawing)) element.remove()
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    for (const name of element.getAttributeNames()) {
      const leadsAway = /^(?:xlink:)?href$/.test(name) && !isOwn(element.getAttribute(name))
      if (leadsAway || name.startsWith('on')) element.removeAttribute(name)
    }
  }
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  if (!(width > 0 && height > 0)) throw new Error('the diagram has no size')
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  svg.style.removeProperty('max-width')
  return { svg: new XMLSerializer().serializeToString(svg), widthPx: width, heightPx: height }
}

function isOwn(reference: string | null): boolean {
  return reference?.startsWith('#') === true
}

function windowConfiguration(): MermaidConfig {
  const style = getComputedStyle(document.documentElement)
  const probe = document.createElement('span')
  document.body.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`
    return hex(getComputedStyle(probe).color)
  }
  const made = configuration(colour, style.getPropertyValue('--font'))
  probe.remove()
  return made
}

/** An exported page is drawn on white, in fonts that have the same widths on most computers. */
function pageConfiguration(): MermaidConfig {
  return configuration(
    (token) => pageColours.get(token) ?? '#211f1b',
    'Arial, "Liberation Sans", Helvetica, sans-serif',
  )
}

const pageColours = new Map([
  ['ground', '#ffffff'],
  ['surface', '#ffffff'],
  ['side', '#f7f5f2'],
  ['sunk', '#f1efea'],
  ['line', '#e5e1da'],
  ['line-strong', '#c9c3b9'],
  ['ink-faint', '#8a8377'],
  ['ink-3', '#6d675f'],
  ['accent-wash', '#e8eaf6'],
  ['warn-wash', '#fbf1dc'],
  ['on-tag', '#ffffff'],
  ['pane-a', '#a05c0a'],
  ['pane-b', '#2b64cc'],
  ['pane-c', '#24784b'],
  ['pane-d', '#b03a6b'],
  ['pane-e', '#6b4fc4'],
  ['pane-f', '#0b7078'],
  ['pane-g', '#7a6a16'],
  ['pane-h', '#8a4b3a'],
])

function configuration(colour: (token: string) => string, fontFamily: string): MermaidConfig {
  const ink = colour('ink')
  const line = colour('ink-3')
  const surface = colour('surface')
  const themeVariables = {
    darkMode: isDark(colour('ground')),
    background: surface,
    primaryColor: colour('sunk'),
    primaryTextColor: ink,
    primaryBorderColor: colour('ink-faint'),
    secondaryColor: colour('accent-wash'),
    tertiaryColor: colour('side'),
    lineColor: line,
    textColor: ink,
    noteBkgColor: colour('warn-wash'),
    noteTextColor: ink,
    noteBorderColor: colour('line-strong'),
    edgeLabelBackground: surface,
    clusterBkg: colour('side'),
    clusterBorder: colour('line-strong'),
    pie1: colour('pane-b'),
    pie2: colour('pane-a'),
    pie3: colour('pane-c'),
    pie4: colour('pane-d'),
    pie5: colour('pane-e'),
    pie6: colour('pane-f'),
    pie7: colour('pane-g'),
    pie8: colour('pane-h'),
    pieSectionTextColor: colour('on-tag'),
    fontSize: '14px',
  }
  return {
    startOnLoad: false,
    logLevel: 'fatal',
    securityLevel: 'strict',
    suppressErrorRendering: true,
    maxTextSize: maxChars,
    maxEdges: 300,
    secure: [...fixed],
    look: 'classic',
    theme: 'base',
    themeVariables,
    // SVG text instead of embedded HTML.
    htmlLabels: false,
    flowchart: { htmlLabels: false, useMaxWidth: false },
    fontFamily,
    deterministicIds: true,
  }
}

/** The library computes with colours and accepts only this notation. */
function hex(colour: string): string {
  const channels = (/^rgba?\(([^)]*)\)/.exec(colour)?.[1] ?? '0,0,0').split(/[\s,/]+/).slice(0, 3)
  return `#${channels.map((channel) => Math.round(Number(channel)).toString(16).padStart(2, '0')).join('')}`
}

function isDark(colour: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return channels.reduce((sum, channel) => sum + channel, 0) < 384
}
