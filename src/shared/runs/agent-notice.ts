import type { TFunction } from 'i18next'

import { inEnglish } from '../failures/failure'
import { assertNever } from '../invariant'
import type { RequestNotice } from '../sessions/messages'
import type { AgentNotice } from './schema'

export type { AgentNotice }

/** The codes are public: MCP clients and external tools branch on them. */
const codes: Record<AgentNotice['reason'], string> = {
  'folder-settings': 'AGENT_FOLDER_SETTINGS',
  'started-over': 'AGENT_BEGAN_ANEW',
  'session-lost': 'AGENT_SESSION_LOST',
  'no-images': 'AGENT_WARNING',
  'partly-unreadable': 'AGENT_WARNING',
  'session-too-new': 'AGENT_WARNING',
  'tools-unsupported': 'TOOLS_NOT_SUPPORTED',
  'tools-refused': 'TOOLS_REFUSED',
  'params-refused': 'PARAMS_REFUSED',
  'prompt-cut': 'PROMPT_CUT',
}

/** The notice as a run event, with its text in English. Windows format the text themselves from `about`. */
export function agentNotice(about: AgentNotice) {
  return {
    type: 'notice' as const,
    code: codes[about.reason],
    message: agentNoticeText(about, inEnglish()),
    about,
  }
}

/** Returns the text of the notice in the language of `t`. */
export function agentNoticeText(about: AgentNotice, t: TFunction): string {
  switch (about.reason) {
    case 'folder-settings':
      return t('messages.agentNotice.folderSettings', about)
    case 'started-over':
      return t('messages.agentNotice.startedOver')
    case 'session-lost':
      return t('messages.agentNotice.sessionLost')
    case 'no-images':
      return t('messages.agentNotice.noImages', about)
    case 'partly-unreadable':
      return t('messages.agentNotice.partlyUnreadable', about)
    case 'session-too-new':
      return t('messages.agentNotice.sessionTooNew', { ...about, count: about.seconds })
    case 'tools-unsupported':
      return t('messages.agentNotice.toolsUnsupported')
    case 'tools-refused':
      return t('messages.agentNotice.toolsRefused', about)
    case 'params-refused':
      return t('messages.agentNotice.paramsRefused', about)
    case 'prompt-cut':
      return about.windowTokens === undefined
        ? t('messages.agentNotice.promptCut')
        : t('messages.agentNotice.promptCutAt', { count: about.windowTokens })
    default:
      return assertNever(about)
  }
}

/** True if the notice is stored with its answer. */
export function isOfRequest(about: AgentNotice): about is RequestNotice {
  return (
    about.reason === 'tools-refused' || about.reason === 'params-refused' || about.reason === 'prompt-cut'
  )
}
