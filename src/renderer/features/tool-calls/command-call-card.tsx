import { useMemo, useState, type CSSProperties } from 'react'

import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import { formatDuration } from '../../language/format'
import { CallCard } from './call-card'
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
import { wasNotAllowed } from './call-state'
import { ChangeList } from '../agent-changes/change-list'
import { plainOutput, OutputTail, type OutputChunk } from './output/output-tail'
import { misleadingCharacters, visibleLine, withoutMiddle } from '../../../shared/text/visible-text'
import { VisibleText } from '../../ui/controls/visible-text-view'
import callTextStyles from '../../ui/text/call-text.module.css'
import toolCallsStyles from './tool-calls.module.css'
import { memo } from '../../language/memo'
import { classNames } from '../../ui/class-names'
import { Hint, Row, Text } from '../../ui/layout/layout'
import outputViewStyles from './output/output-view.module.css'

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
