import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'

import { assertNever } from '../../../shared/invariant'
import type { Message } from '../../../shared/messages'
import type { RunRequest } from '../../base/run-source'
import { attachmentText, formText } from './part-text'
import { assistantTurns, resultsIn } from './tool-turns'

/**
 * The path of messages as the family's prompt: one system message at the front, then user and assistant in turn.
 * Messages that say nothing (an answer cut before its first token) are left out, and what then stands side by side
 * from one role is joined, because many chat templates insist on turns. Reasoning and errors are not sent.
 */
export function toPrompt(request: Pick<RunRequest, 'messages' | 'systemPrompt'>): LanguageModelV4Prompt {
  const system = [request.systemPrompt ?? '']
  const turns: LanguageModelV4Message[] = []
  request.messages.forEach((message, index) => {
    switch (message.role) {
      case 'system':
        system.push(plainText(message))
        return
      case 'user':
        addUser(turns, plainText(message))
        return
      case 'assistant':
        for (const turn of assistantTurns(message, followingResults(request.messages, index)))
          addTurn(turns, turn)
        return
      case 'tool':
        // Read together with the assistant message that called the tool.
        return
      default:
        assertNever(message.role)
    }
  })
  const systemText = system.filter((text) => text.trim() !== '').join('\n\n')
  return systemText === '' ? turns : [{ role: 'system', content: systemText }, ...turns]
}

/** Results that an import keeps in messages of their own, right behind the call. */
function followingResults(messages: readonly Message[], index: number) {
  const results = []
  for (let next = index + 1; messages[next]?.role === 'tool'; next++) {
    results.push(...resultsIn(messages[next]?.parts ?? []))
  }
  return results
}

function plainText(message: Message): string {
  const texts = message.parts.map((part) => {
    switch (part.type) {
      case 'text':
        return part.text
      case 'form':
        return formText(part)
      case 'attachment':
        return attachmentText(part)
      case 'reasoning':
      case 'tool-call':
      case 'tool-result':
      case 'error':
        return ''
      default:
        return assertNever(part)
    }
  })
  return texts.filter((text) => text !== '').join('\n\n')
}

function addUser(turns: LanguageModelV4Message[], text: string): void {
  if (text.trim() !== '') addTurn(turns, { role: 'user', content: [{ type: 'text', text }] })
}

/** Joins the text of two neighbours of one role; a turn that calls tools stays by itself. */
function addTurn(turns: LanguageModelV4Message[], turn: LanguageModelV4Message): void {
  const last = turns.at(-1)
  const lastText = last === undefined ? null : onlyText(last)
  const text = onlyText(turn)
  if (last?.role !== turn.role || lastText === null || text === null) turns.push(turn)
  else lastText.text = `${lastText.text}\n\n${text.text}`
}

function onlyText(turn: LanguageModelV4Message): { type: 'text'; text: string } | null {
  if (turn.role !== 'user' && turn.role !== 'assistant') return null
  const [part, ...rest] = turn.content
  return part?.type === 'text' && rest.length === 0 ? part : null
}
