import { actions } from './actions'
import { agents } from './agents'
import { attachments } from './data/attachments'
import { chat } from './chats/chat'
import { common } from './common'
import { composer } from './chats/composer'
import { models } from './models'
import { notices } from './notices'
import { projects } from './projects'
import { sessions } from './sessions'

/** The English texts with which a window starts: its frame, and a chat that is still empty. */
export const earlyEnglish = {
  actions,
  agents,
  attachments,
  chat,
  common,
  composer,
  models,
  notices,
  projects,
  sessions,
} as const
