import type { TFunction } from 'i18next'

import { assertNever } from '../../shared/invariant'
import { visibleText } from '../../shared/text/visible-text'
import type { Confirmation } from '../platform/platform'

/** The texts of a confirmation: the question, its consequences, and each detail with its label. */
export interface ConfirmationTexts {
  question: string
  consequence: string
  lines: { label: string; value: string; isWarning: boolean }[]
  allow: string
  refuse: string
}

/**
 * The longest details that are shown in full: a dialog must not be taller than the screen. Programs and commands are
 * shown in full unless they are longer than anybody would read.
 */
const shownChars = {
  program: 8_000,
  server: 8_000,
  variable: 400,
  'loading-variable': 4_000,
  folder: 8_000,
  command: 20_000,
  address: 8_000,
  'token-host': 400,
} as const satisfies Record<Confirmation['lines'][number]['label'], number>

/** The texts of a question that is asked outside the window. */
export function confirmationTexts(t: TFunction, question: Confirmation): ConfirmationTexts {
  return {
    ...wording(t, question),
    lines: question.lines.map(({ label, value }) => ({
      label: lineLabel(t, label),
      isWarning: label === 'loading-variable',
      value: visibleText(shortened(t, value, shownChars[label])),
    })),
    allow: t('host.confirm.allow'),
    refuse: t('common.deny'),
  }
}

function wording(t: TFunction, question: Confirmation): Pick<ConfirmationTexts, 'question' | 'consequence'> {
  const { kind } = question
  if (kind === 'check-command') {
    return { question: t('host.confirm.checkQuestion'), consequence: t('host.confirm.checkConsequence') }
  }
  if (kind === 'set-commands') {
    return { question: t('host.confirm.setQuestion'), consequence: t('host.confirm.setConsequence') }
  }
  if (kind === 'knowledge-folder') {
    return {
      question: t('host.confirm.knowledgeQuestion'),
      consequence: t('host.confirm.knowledgeConsequence'),
    }
  }
  if (kind === 'answer-page') {
    return {
      question: t('host.confirm.answerPageQuestion'),
      consequence: t('host.confirm.answerPageConsequence'),
    }
  }
  if (kind === 'open-page') {
    return { question: t('host.confirm.pageQuestion'), consequence: t('host.confirm.pageConsequence') }
  }
  if (kind === 'start-server') {
    return {
      question: t('host.confirm.serverQuestion', { server: visibleText(question.serverName) }),
      consequence: t('host.confirm.serverConsequence'),
    }
  }
  const agent = visibleText(question.agentName)
  switch (kind) {
    case 'agent-settings':
      return {
        question: t('host.confirm.settingsQuestion', { agent }),
        consequence: t('host.confirm.settingsConsequence', { agent }),
      }
    case 'unlimited-agent':
      return {
        question: t('host.confirm.unlimitedQuestion', { agent }),
        consequence: t('host.confirm.unlimitedConsequence', { agent }),
      }
    default:
      return assertNever(kind)
  }
}

/** The text without its middle if it is too long, and how much that is. */
function shortened(t: TFunction, text: string, most: number): string {
  if (text.length <= most) return text
  const half = most / 2
  const cut = t('host.confirm.cut', { hidden: text.length - most, total: text.length })
  return `${text.slice(0, half)}${cut}${text.slice(-half)}`
}

function lineLabel(t: TFunction, label: Confirmation['lines'][number]['label']): string {
  switch (label) {
    case 'program':
      return t('common.program')
    case 'server':
      return t('host.confirm.server')
    case 'variable':
      return t('host.confirm.variable')
    case 'loading-variable':
      return t('host.confirm.loadingVariable')
    case 'folder':
      return t('common.folder')
    case 'command':
      return t('common.command')
    case 'address':
      return t('common.address')
    case 'token-host':
      return t('host.confirm.tokenHost')
    default:
      return assertNever(label)
  }
}
