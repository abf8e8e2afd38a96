import type { MermaidConfig } from 'mermaid'

import { DiagramRefused, DiagramTooLarge, drawInSandbox } from './diagram-sandbox'
import { diagramSource } from './diagram-source'

/** A diagram as a picture of its own, in which nothing runs and nothing is fetched. */
export interface DiagramPicture {
  svg: string
  widthPx: number
  heightPx: number
}

const maxChars = 20_000
/** What a text may not change about how it is drawn: it could say so in lines of its own. */
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
/** Why diagrams that took too long, or were too large, were not drawn: they would be again, whatever the colours are. */
const refusals = new Map<string, Error>()
/** One after another: the library has one configuration for all. */
let last: Promise<unknown> = Promise.resolve()

/** A diagram that has been drawn in these colours before. */
export function drawnDiagram(text: string, colours: string): DiagramPicture | undefined {
  return pictures.get(`${colours}\n${text}`)
}

/**
 * Draws a diagram in the colours of the window, which `colours` tells apart.
 * @throws DiagramRefused when it takes too long, now or before
 * @throws Error when the text is no diagram, or too long
 */
export function drawDiagram(text: string, colours: string): Promise<DiagramPicture> {
  const drawing = last.then(async () => {
    const picture = drawnDiagram(text, colours) ?? (await draw(text))
    pictures.set(`${colours}\n${text}`, picture)
    const [oldest] = pictures.keys()
    if (pictures.size > keptPictures && oldest !== undefined) pictures.delete(oldest)
    return picture
  })
  // The next one is drawn whatever became of this.
  last = drawing.catch(() => undefined)
  return drawing
}

async function draw(text: string): Promise<DiagramPicture> {
  if (text.length > maxChars) throw new Error('the diagram is too long to be drawn')
  const refusal = refusals.get(text)
  if (refusal !== undefined) throw refusal
  try {
    return pictureOf(await drawInSandbox(diagramSource(text), configuration()))
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

/** Well-formed, of a known size, and without anything that is no drawing. */
function pictureOf(markup: string): DiagramPicture {
  // A document made this way runs and fetches nothing.
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

function configuration(): MermaidConfig {
  const style = getComputedStyle(document.documentElement)
  const probe = document.createElement('span')
  document.body.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`
    return hex(getComputedStyle(probe).color)
  }
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
  probe.remove()
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
    // Plain text of the drawing itself, and no page inside it.
    htmlLabels: false,
    flowchart: { htmlLabels: false, useMaxWidth: false },
    fontFamily: style.getPropertyValue('--font'),
    deterministicIds: true,
  }
}

/** The library reckons with colours, and knows no other way to write them. */
function hex(colour: string): string {
  const channels = (/^rgba?\(([^)]*)\)/.exec(colour)?.[1] ?? '0,0,0').split(/[\s,/]+/).slice(0, 3)
  return `#${channels.map((channel) => Math.round(Number(channel)).toString(16).padStart(2, '0')).join('')}`
}

function isDark(colour: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return channels.reduce((sum, channel) => sum + channel, 0) < 384
}
