import { useState } from 'react'

import type { ToolCallPart, ToolResultPart } from '../../../shared/messages'
import { t } from '../../language/t'
import { Icon } from '../icon'

/** One tool call: its name and state in a line, its input and output folded below. */
export function ToolCard({ call, result }: { call: ToolCallPart; result: ToolResultPart | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="tool">
      <button type="button" className="tool-head" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        <span className="tool-name">{call.toolName}</span>
        <span className="tool-input">{oneLine(call.input)}</span>
        <span className={`tool-state tool-state-${call.state}`}>{t(`messages.tool.${call.state}`)}</span>
      </button>
      {isOpen && (
        <div className="tool-body">
          <ToolText label={t('messages.tool.input')} value={call.input} />
          {result !== undefined && <ResultText result={result} />}
        </div>
      )}
    </div>
  )
}

/** A result whose call is not here, as imports may have them. */
export function LoneToolResult({ result }: { result: ToolResultPart }) {
  return (
    <div className="tool">
      <div className="tool-body">
        <ResultText result={result} />
      </div>
    </div>
  )
}

function ResultText({ result: { isError, output } }: { result: ToolResultPart }) {
  return (
    <ToolText
      label={isError === true ? t('messages.tool.error') : t('messages.tool.output')}
      value={output}
    />
  )
}

function ToolText({ label, value }: { label: string; value: unknown }) {
  return (
    <div className="tool-text">
      <span className="tool-label">{label}</span>
      <pre tabIndex={0} role="group" aria-label={label}>
        {textOf(value)}
      </pre>
    </div>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? t('messages.tool.nothing'))
}

function oneLine(input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
  return text === '{}' ? '' : text.slice(0, 200)
}
