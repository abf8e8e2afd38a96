import { actions } from './actions'
import { agents } from './agents'
import { attachments } from './data/attachments'
import { chat } from './chat'
import { common } from './common'
import { compare } from './comparing/compare'
import { composer } from './composer'
import { errors } from './errors'
import { forms } from './forms'
import { leaving } from './leaving'
import { markdown } from './markdown'
import { messages } from './messages'
import { models } from './models'
import { notices } from './notices'
import { projects } from './projects'
import { prompts } from './prompts'
import { sessions } from './sessions'
import { spending } from './spending'
import { storeNotices } from './data/store-notices'

/** The English texts that a window may need before its dialogs are loaded. */
export const earlyEnglish = {
  actions,
  agents,
  attachments,
  chat,
  common,
  compare,
  composer,
  errors,
  forms,
  leaving,
  markdown,
  messages,
  models,
  notices,
  projects,
  prompts,
  sessions,
  spending,
  storeNotices,
} as const
