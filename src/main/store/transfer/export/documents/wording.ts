import type { ErrorData } from '../../../../../shared/errors'
import { failureText } from '../../../../../shared/failures/failure-text'
import { assertNever } from '../../../../../shared/invariant'
import type { KnowledgeExcerpt } from '../../../../../shared/knowledge/knowledge'
import { textsOf } from '../../../../../shared/locales/all/texts-of'
import { type Formats, formatsOf } from '../../../../../shared/locales/formats'
import { type Language, localeOf } from '../../../../../shared/locales/language'
import {
  hasUnknownOutcome,
  type Message,
  type Part,
  isEditedAnswer,
  isEmptyMessage,
  isMergedAnswer,
} from '../../../../../shared/sessions/messages'
import { endedText } from '../../../../../shared/runs/ended-text'
import type { MergeTexts } from '../contents/stored-chat'

type PartOf<Type extends Part['type']> = Extract<Part, { type: Type }>

/** The words of exported documents, in one language. Everything it returns is plain text, to be escaped once. */
export class Wording {
  readonly language: Language
  readonly t: ReturnType<typeof textsOf>
  readonly formats: Formats
  readonly #times: Intl.DateTimeFormat

  constructor(language: Language) {
    this.language = language
    this.t = textsOf(language)
    this.formats = formatsOf(language)
    this.#times = new Intl.DateTimeFormat(localeOf(language), {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    })
  }

  /** A time in the local time zone; empty for an invalid number. */
  time(at: number): string {
    return Number.isNaN(new Date(at).getTime()) ? '' : this.#times.format(at)
  }

  /** The name of a chat without a title. */
  get untitledChat(): string {
    return this.t('common.newChat')
  }

  /** The name of a comparison without a title. */
  get untitledComparison(): string {
    return this.t('actions.titles.newCompare')
  }

  /** A model; its latest answer may be a merge of others. */
  model(model: string | null, isMerge: boolean): string {
    return isMerge ? this.t('compare.pane.merge', { model: model ?? '' }) : (model ?? '')
  }

  /** The words of a merge besides its statements; `letters` are those of its answers. */
  merge(letters: MergeTexts['letters']): MergeTexts {
    const title = this.t('exports.mergeOf', { letters: [...letters.values()].join(', ') })
    return { title, letters, addedMark: this.t('compare.merge.added') }
  }

  /** The heading of a merged answer. */
  mergeHeading(title: string | null, { model }: Pick<Message, 'model'>): string {
    return this.t('exports.answeredBy', {
      title: title ?? this.t('compare.merge.title'),
      model: model ?? this.t('exports.assistant'),
    })
  }

  /** The author of a message, for its heading. */
  author(message: Pick<Message, 'role' | 'hidden' | 'model' | 'parts'>): string {
    switch (message.role) {
      case 'user': {
        const author = this.t('sessions.speaker.user')
        return message.hidden === true ? this.t('exports.inForm', { author }) : author
      }
      case 'assistant': {
        const author = this.model(message.model ?? this.t('exports.assistant'), isMergedAnswer(message))
        return isEditedAnswer(message) ? this.t('exports.edited', { author }) : author
      }
      case 'tool':
      case 'system':
        return this.t(`sessions.speaker.${message.role}`)
      default:
        return assertNever(message.role)
    }
  }

  /** Why an answer is incomplete; null when it is complete. */
  whyEnded(message: Pick<Message, 'role' | 'parts' | 'status' | 'stopReason' | 'metrics'>): string | null {
    const { status } = message
    if (isEmptyMessage(message)) return this.t('messages.answer.nothing')
    const reason = endedText(message, this.t)
    if (reason !== null) return reason
    if (status === 'partial') return this.t('messages.tool.cancelled')
    return status === 'failed' ? this.t('messages.tool.failed') : null
  }

  thought({ durationMs }: PartOf<'reasoning'>): string {
    return durationMs === undefined
      ? this.t('messages.reasoning.thought')
      : this.t('messages.reasoning.thoughtFor', { time: this.formats.duration(durationMs) })
  }

  toolCall(call: PartOf<'tool-call'>): string {
    const state = hasUnknownOutcome(call) ? 'unknown' : call.state
    return this.t('exports.toolCall', {
      name: call.toolName,
      state: this.#inside(this.t(`messages.tool.${state}`)),
    })
  }

  toolResult({ isError }: PartOf<'tool-result'>): string {
    return this.t(isError === true ? 'messages.tool.error' : 'messages.tool.output')
  }

  /** The name, type and size of a file. */
  file({ name, mediaType, sizeBytes }: PartOf<'attachment'>): string {
    return `${name} (${mediaType}, ${this.t('common.bytes', { count: sizeBytes })})`
  }

  attachment(part: PartOf<'attachment'>): string {
    return this.t('exports.attachment', { file: this.file(part) })
  }

  /** A file of the project, and the lines that the model got if it did not get all of it. */
  excerpt({ name, passage }: KnowledgeExcerpt): string {
    if (passage === undefined) return name
    const { firstLine, lastLine } = passage
    return firstLine === lastLine
      ? this.t('messages.knowledge.line', { name, line: firstLine })
      : this.t('messages.knowledge.lines', { name, first: firstLine, last: lastLine })
  }

  form({ title, isDeclined }: PartOf<'form'>): string {
    const name = this.t('forms.card.name', { title })
    return isDeclined === true ? `${name} (${this.#inside(this.t('forms.card.dismissed'))})` : name
  }

  /** The text of an error, as in the window; the stored message if the error is not in the catalogue. */
  error(error: ErrorData): string {
    const text = failureText(error, this.t)
    return text === null ? error.message : [text.what, text.fix].filter((part) => part !== '').join(' ')
  }

  /** A label as part of a sentence. */
  #inside(label: string): string {
    return label.toLocaleLowerCase(this.language)
  }
}

const known = new Map<Language, Wording>()

/** The wording of a language. */
export function wordingIn(language: Language): Wording {
  const wording = known.get(language) ?? new Wording(language)
  known.set(language, wording)
  return wording
}
