import { type ReactNode, useMemo } from 'react'

import { pageOfBlock } from '../../../shared/pages/answer-pages'
import { type AnswerPage, pageLimits } from '../../../shared/pages/page'
import { type ToolCallPart, type ToolResultPart } from '../../../shared/sessions/messages'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { callPhrase } from '../approvals/own-calls'
import { CallCard } from './call-card'
import { ChangeList } from '../agent-changes/change-list'
import { PageButton } from '../lone-page/page-button'
import { resultLabel, ToolText } from './tool-text'
import { visibleLine, withoutMiddle } from '../../../shared/text/visible-text'
import { Card } from '../../ui/layout/layout'
import styles from './tool-card.module.css'

const lineChars = 200

interface ToolCardProps {
  call: ToolCallPart
  result: ToolResultPart | undefined
  /** Approvals that the call waits for. */
  approvals: readonly ApprovalRequest[]
  aside?: ReactNode
}

/** A call of any tool: name and state in one line, input and output when expanded. */
export function ToolCard({ call, result, approvals, aside }: ToolCardProps) {
  const { toolName, input, output, changes } = call
  const phrase = callPhrase(call)
  return (
    <CallCard
      call={call}
      approvals={approvals}
      isOpenByItself={call.state === 'running' && output !== undefined}
      aside={aside}
      head={
        phrase === '' ? (
          <>
            <span className={styles.toolName}>{visibleLine(withoutMiddle(toolName, lineChars))}</span>{' '}
            <span className={styles.toolInput}>{oneLine(input)}</span>
          </>
        ) : (
          visibleLine(withoutMiddle(phrase, lineChars))
        )
      }
    >
      {() => (
        <>
          <ToolText label={t('messages.tool.input')} text={textOf(input)} />
          {result === undefined && output !== undefined && (
            <ToolText label={t('messages.tool.output')} text={output} />
          )}
          {result !== undefined && <ResultText result={result} name={toolName} />}
          {changes !== undefined && changes.length > 0 && <ChangeList changes={changes} />}
        </>
      )}
    </CallCard>
  )
}

/** A result without its call, as imports may contain. */
export function LoneToolResult({ result }: { result: ToolResultPart }) {
  return (
    <Card size="m" className={styles.tool} data-slot="tool">
      <div className={styles.toolBody}>
        <ResultText result={result} name={t('messages.tool.output')} />
      </div>
    </Card>
  )
}

function ResultText({ result, name }: { result: ToolResultPart; name: string }) {
  const text = textOf(result.output)
  const page = useMemo(() => pageIn(text), [text])
  return (
    <>
      <ToolText label={resultLabel(result)} text={text} />
      {page !== null && <PageButton page={page} name={name} />}
    </>
  )
}

/** The document that a result consists of, possibly below a line that names the resource. */
function pageIn(text: string): AnswerPage | null {
  const source = text.replace(/^\[[^\n]{0,1000}\n/, '')
  return source.length > pageLimits.sourceChars ? null : pageOfBlock('', source)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? t('messages.tool.nothing'))
}

function oneLine(input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
  return text === '{}' ? '' : visibleLine(withoutMiddle(text, lineChars))
}
