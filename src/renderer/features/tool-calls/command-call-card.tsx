import { useMemo, useState, type CSSProperties } from 'react'

import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import { formatDuration } from '../../language/format'
import { CallCard, wasNotAllowed } from './call-card'
import { Folder } from '../approvals/call-folder'
import {
  codeOf,
  commandOf,
  durationMsOf,
  exitCodeOf,
  folderOf,
  outputOf,
  shortCommandOf,
  type CallFacts,
} from '../approvals/call-facts'
import { callPhrase } from '../approvals/own-calls'
import { ChangeList } from '../agent-changes/change-list'
import { misleadingCharacters, visibleLine, withoutMiddle } from '../../../shared/text/visible-text'
import { VisibleText } from '../../ui/controls/visible-text-view'
import { memo } from '../../language/memo'
import { classNames } from '../../ui/class-names'
import { Hint, Row, Text } from '../../ui/layout/layout'
import callTextStyles from '../../ui/text/call-text.module.css'
import toolCallsStyles from './tool-calls.module.css'
import outputViewStyles from './output-view.module.css'

/** Growing output shows only this many of its newest lines. */
const liveLines = 500
/** Of a complete output, this many chunks of its end are shown at first. */
const mostChunks = 200

interface OutputViewProps {
  text: string
  /** The output is still growing. */
  isLive: boolean
}

/**
 * A command's output. Like the message list, it is anchored at its end: it follows new lines until the user scrolls up.
 * Lines are not announced to screen readers.
 */
function OutputView({ text, isLive }: OutputViewProps) {
  const [tail] = useState(() => new OutputTail(isLive ? liveLines : Number.POSITIVE_INFINITY))
  const [shownChunks, setShownChunks] = useState(mostChunks)
  const all = tail.update(text)
  const chunks = all.slice(-shownChunks)
  return (
    <div
      className={outputViewStyles.output}
      data-slot="tool-text"
      tabIndex={0}
      role="group"
      aria-label={t('messages.tool.output')}
      dir="ltr"
    >
      <div className={outputViewStyles.outputLines}>
        {chunks.length < all.length && (
          <Button variant="quiet" onClick={() => setShownChunks((count) => count + mostChunks)}>
            {t('messages.call.earlierOutput')}
          </Button>
        )}
        {chunks.map((chunk, index) => (
          <Chunk key={chunk.id} chunk={chunk} isWhole={index < chunks.length - 1} />
        ))}
      </div>
    </div>
  )
}

/** The browser skips rendering off-screen chunks; their height follows from the line count. */
const Chunk = memo(function Chunk({ chunk, isWhole }: { chunk: OutputChunk; isWhole: boolean }) {
  const style = { '--lines': chunk.lineCount } as CSSProperties
  return (
    <pre
      className={classNames(outputViewStyles.outputChunk, isWhole && outputViewStyles.outputChunkWhole)}
      style={style}
    >
      <VisibleText text={chunk.text} hidden={misleadingCharacters} />
    </pre>
  )
})

/** The part of a command that is shown in one line. */
const headChars = 300

interface CommandCallCardProps extends CallFacts {
  approvals: readonly ApprovalRequest[]
}

/** A command: where it ran, its live output, and how it ended. */
export function CommandCallCard({ call, result, approvals }: CommandCallCardProps) {
  const short = shortCommandOf(call.input) ?? codeOf(call.input) ?? nameOf(call)
  const durationMs = durationMsOf(result)
  const verb = verbOf(call, approvals.length > 0)
  return (
    <CallCard
      call={call}
      approvals={approvals}
      isOpenByItself={call.state === 'running'}
      exitCode={exitCodeOf(result)}
      head={
        <>
          {verb !== '' && <Hint as="span">{verb} </Hint>}
          <code dir="ltr">{visibleLine(withoutMiddle(short, headChars))}</code>
        </>
      }
      details={
        durationMs !== null && (
          <Hint as="span" grow={false} tabular>
            {formatDuration(durationMs)}
          </Hint>
        )
      }
    >
      {() => <CommandBody call={call} result={result} />}
    </CallCard>
  )
}

function nameOf(call: CallFacts['call']): string {
  const phrase = callPhrase(call)
  return phrase === '' ? call.toolName : phrase
}

/** No verb while it runs; the state already says so. */
function verbOf(call: CallFacts['call'], isAsked: boolean): string {
  if (isAsked || call.state === 'running') return ''
  return t(wasNotAllowed(call) ? 'messages.call.notRun' : 'messages.call.ran')
}

function CommandBody({ call, result }: CallFacts) {
  const isLive = call.state === 'running'
  const code = codeOf(call.input)
  const command = commandOf(call.input) ?? code ?? nameOf(call)
  const folder = folderOf(call.input)
  const output = useMemo(() => outputOf({ call, result }), [call, result])
  return (
    <>
      <Row align="start" justify="between" className={toolCallsStyles.callLine}>
        <pre
          className={callTextStyles.command}
          tabIndex={0}
          role="group"
          aria-label={t(code === null ? 'common.command' : 'messages.tool.input')}
          dir="ltr"
        >
          <VisibleText text={command} />
        </pre>
        <CopyButton
          text={() => command}
          label={t(code === null ? 'messages.call.copyCommand' : 'markdown.code.copy')}
        />
      </Row>
      {folder !== null && <Folder path={folder} />}
      {output === '' ? (
        <Hint className={callTextStyles.callNote}>
          {t(isLive ? 'messages.call.noOutputYet' : 'common.noOutput')}
        </Hint>
      ) : (
        <div className={toolCallsStyles.callOutput}>
          <Row align="start" justify="between" className={toolCallsStyles.callLine}>
            <Text tone="faint" size="xs" data-slot="tool-label">
              {t('messages.tool.output')}
              {result?.isShared === true && ` · ${t('messages.tool.shared')}`}
              {call.isOutputCut === true && ` · ${t('messages.call.outputCut')}`}
            </Text>
            <CopyButton text={() => plainOutput(output)} label={t('messages.call.copyOutput')} />
          </Row>
          <OutputView key={isLive ? 'live' : 'whole'} text={output} isLive={isLive} />
        </div>
      )}
      {call.changes !== undefined && <ChangeList changes={call.changes} />}
    </>
  )
}

/** Lines of an output in one element. A chunk no longer changes once another follows. */
interface OutputChunk {
  id: number
  text: string
  lineCount: number
}

const chunkLines = 50
const chunkChars = 8_000
/** How much of the end of an output is compared to find where a truncated one continues. */
const overlapChars = 256
const longestEscapeChars = 4_096

const escape = '\u001b'
const bell = '\u0007'
const escapes = new RegExp(
  [
    `${escape}\\[[0-?]*[ -/]*[@-~]`,
    `${escape}\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)`,
    `${escape}[PX^_][^${escape}]*${escape}\\\\`,
    `${escape}[ -/]*[0-OQ-WYZ\\\\\`-~]`,
  ].join('|'),
  'g',
)
const lineControls = /([\n\r\b])/
const otherControls = /(?!\t)\p{Cc}/gu

/**
 * The end of a growing output, as a terminal would show it: without colours, and with overwritten lines replaced. Text
 * is parsed only once.
 */
export class OutputTail {
  readonly #keptChunks: number
  #text = ''
  #pending = ''
  #done: OutputChunk[] = []
  #open = ''
  #openLines = 0
  #line = ''
  /** A carriage return moved the cursor to the start of the line, so the next text overwrites it. */
  #isRewound = false
  #nextId = 0
  #shown: readonly OutputChunk[] = []

  /** Keeps about this many of the newest lines. */
  constructor(keptLines = Number.POSITIVE_INFINITY) {
    this.#keptChunks = Math.ceil(keptLines / chunkLines)
  }

  /** The chunks of the output so far. */
  update(text: string): readonly OutputChunk[] {
    if (text === this.#text) return this.#shown
    const added = addedTo(this.#text, text)
    if (added === null) this.#forget()
    this.#text = text
    this.#take(added ?? text)
    this.#shown = [
      ...this.#done,
      { id: this.#nextId, text: this.#open + this.#line, lineCount: this.#openLines + 1 },
    ]
    return this.#shown
  }

  #forget(): void {
    this.#pending = ''
    this.#done = []
    this.#open = ''
    this.#openLines = 0
    this.#line = ''
    this.#isRewound = false
    this.#nextId += 1
  }

  #take(added: string): void {
    const stripped = (this.#pending + added).replaceAll(escapes, '')
    const escapeAt = stripped.lastIndexOf(escape)
    const isUnfinished = escapeAt !== -1 && stripped.length - escapeAt <= longestEscapeChars
    this.#pending = isUnfinished ? stripped.slice(escapeAt) : ''
    const whole = isUnfinished ? stripped.slice(0, escapeAt) : stripped
    for (const piece of whole.split(lineControls)) {
      if (piece === '\n') this.#endLine()
      else if (piece === '\r') this.#isRewound = true
      else if (piece === '\b') this.#line = this.#line.slice(0, -1)
      else if (piece !== '') this.#write(piece.replaceAll(otherControls, ''))
    }
  }

  #write(text: string): void {
    this.#line = this.#isRewound ? text : this.#line + text
    this.#isRewound = false
    if (this.#line.length <= chunkChars) return
    // A line without an end: the part so far becomes a chunk.
    this.#open += this.#line
    this.#line = ''
    this.#closeChunk()
  }

  #endLine(): void {
    this.#open += `${this.#line}\n`
    this.#openLines += 1
    this.#line = ''
    this.#isRewound = false
    if (this.#openLines >= chunkLines || this.#open.length >= chunkChars) this.#closeChunk()
  }

  #closeChunk(): void {
    this.#done.push({ id: this.#nextId, text: this.#open, lineCount: Math.max(1, this.#openLines) })
    this.#nextId += 1
    this.#open = ''
    this.#openLines = 0
    if (this.#done.length > this.#keptChunks) this.#done.shift()
  }
}

/** The whole output as text for copying. */
export function plainOutput(text: string): string {
  return new OutputTail()
    .update(text)
    .map((chunk) => chunk.text)
    .join('')
}

/** The text appended to `before`, whose start may have been cut off since; null when the texts differ. */
function addedTo(before: string, text: string): string | null {
  if (text.startsWith(before)) return text.slice(before.length)
  const end = before.slice(-overlapChars)
  const at = text.lastIndexOf(end)
  return at === -1 ? null : text.slice(at + end.length)
}
