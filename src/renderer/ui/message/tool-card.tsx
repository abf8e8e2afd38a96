import { useState } from 'react'

import type { ToolCallPart, ToolResultPart } from '../../../shared/messages'
import { Icon } from '../icon'

const stateWords: Readonly<Record<ToolCallPart['state'], string>> = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Not finished',
}

/** One tool call: its name and state in a line, its input and output folded below. */
export function ToolCard({ call, result }: { call: ToolCallPart; result: ToolResultPart | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="tool">
      <button type="button" className="tool-head" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        <span className="tool-name">{call.toolName}</span>
        <span className="tool-input">{oneLine(call.input)}</span>
        <span className={`tool-state tool-state-${call.state}`}>{stateWords[call.state]}</span>
      </button>
      {isOpen && (
        <div className="tool-body">
          <ToolText label="Input" value={call.input} />
          {result !== undefined && (
            <ToolText label={result.isError === true ? 'Error' : 'Output'} value={result.output} />
          )}
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
        <ToolText label={result.isError === true ? 'Error' : 'Output'} value={result.output} />
      </div>
    </div>
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
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing')
}

function oneLine(input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
  return text === '{}' ? '' : text.slice(0, 200)
}
