import { z } from 'zod'

import type { ComparisonId, MessageId, PaneId, ProjectId, SessionId } from '../../ids'
import { languages } from '../../locales/language'
import { modelRef } from '../../models/schema'
import { id } from '../../schema'
import { sessionSettings } from '../../sessions/schema'
import { pageDiagramLimits } from '../../store/page-diagrams'
import { utf8Bytes } from '../../text/utf8'
import { wireLimits } from './limits'

/** Fields shared by several routes, validated in one place. */

export const sessionId = id<SessionId>()
export const messageId = id<MessageId>()
export const comparisonId = id<ComparisonId>()
export const paneId = id<PaneId>()
export const projectId = id<ProjectId>()

/** A user's text, bounded. It may be empty if files are attached. */
export const messageBody = z.string().superRefine((text, context) => {
  const sizeBytes = utf8Bytes(text)
  if (sizeBytes > wireLimits.messageBytes) {
    context.addIssue({
      code: 'custom',
      message: `has ${sizeBytes.toLocaleString('en')} bytes; the limit is ${wireLimits.messageBytes.toLocaleString('en')}`,
    })
  }
})

const emptyMessage = 'must not be empty'

/** A user's text, bounded and never empty. */
export const messageInput = messageBody.refine((text) => text.trim() !== '', emptyMessage)

/** True if a message has text or attachments. */
export function saysSomething(message: { text?: string; attachments?: readonly unknown[] }): boolean {
  return message.text === undefined || message.text.trim() !== '' || (message.attachments?.length ?? 0) > 0
}

/** The validation issue of a message that has neither. */
export const emptyMessageIssue = { path: ['text'], message: emptyMessage }

/** The title of a chat or comparison, without white space around it. */
export const title = z.string().trim().min(1).max(500)
/** A model for a new pane, alone or with its settings. */
export const paneModel = z.union([
  modelRef,
  z.object({
    model: modelRef,
    ...sessionSettings,
  }),
])

/** The language of what is written for people, such as an exported page. English without it. */
export const language = z.enum(languages).exactOptional()

/** Drawings for the pages of an export, which are checked before they are embedded; others stay source. */
export const pageDiagrams = z
  .array(
    z.object({
      source: z.string().max(pageDiagramLimits.sourceChars),
      svg: z.string().max(pageDiagramLimits.svgChars),
    }),
  )
  .max(pageDiagramLimits.count)
  .exactOptional()
