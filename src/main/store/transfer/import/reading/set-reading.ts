import type { AttachmentPart } from '../../../../../shared/sessions/messages'
import type { PromptPast } from '../../../../../shared/sets/past'
import { bundleFile } from '../../parley-format/parley-bundle'
import type {
  ParleySet,
  ParleySetAnswers,
  ParleySetBallots,
  ParleySetRun,
} from '../../parley-format/parley-set-run'
import type { ReadElement } from '../formats/imported-conversation'
import type { FileImporter, FileImportResult, ImportAnswer, ImportQuestion } from './file-importer'
import { formatOf, type ImportTally, ofSets, reasons } from './import-problems'

/** Few enough for one transaction. */
const answersPerPiece = 50

/** Hands over the prompt sets of a file with their runs. What belongs to a set or run follows it in the file. */
export class SetReading {
  readonly #ask: (question: ImportQuestion) => Promise<ImportAnswer>
  readonly #skipped: ImportTally
  readonly #remarks: ImportTally
  /** More about the previous prompt set or run may follow. */
  #isInSet = false
  /** Answers to the previous run are wanted; null if there is none. */
  #wantsAnswers: boolean | null = null

  constructor(
    ask: (question: ImportQuestion) => Promise<ImportAnswer>,
    { skipped, remarks }: { skipped: ImportTally; remarks: ImportTally },
  ) {
    this.#ask = ask
    this.#skipped = skipped
    this.#remarks = remarks
  }

  /** `files` stores those of prompts. */
  async take(given: ParleySet | ParleySetRun | ParleySetBallots, files: FileImporter): Promise<void> {
    this.#isInSet = true
    const item = given.format === bundleFile.setBallots ? given : await this.#withStoredFiles(given, files)
    const answer = await this.#ask({ type: 'set-item', item })
    if (item.format === bundleFile.setRun) this.#wantsAnswers = answer === 'go-on'
  }

  /** The set or run with the files of its prompts as they are stored. */
  async #withStoredFiles<Item extends ParleySet | ParleySetRun>(
    item: Item,
    importer: FileImporter,
  ): Promise<Item> {
    const taken: FileImportResult = { isMissing: false, isRefused: false }
    const stored = async <Holder extends { files?: AttachmentPart[] }>(holder: Holder): Promise<Holder> =>
      holder.files === undefined ? holder : { ...holder, files: await importer.takeAll(holder.files, taken) }
    const prompts: Item['prompts'][number][] = []
    for (const prompt of item.prompts) {
      const { past } = prompt
      const turns: PromptPast['turns'] = []
      for (const turn of past?.turns ?? []) turns.push(await stored(turn))
      prompts.push(past === undefined ? prompt : { ...prompt, past: { ...(await stored(past)), turns } })
    }
    if (taken.isMissing) this.#remarks.add({ code: 'missingFiles' }, item.name)
    if (taken.isRefused) this.#remarks.add({ code: 'refusedFiles' }, item.name)
    return { ...item, prompts }
  }

  /** In pieces: main stores each piece in one go. */
  async takeAnswers({ answers }: ParleySetAnswers): Promise<void> {
    if (this.#wantsAnswers === null) this.#skipped.add(reasons.strayAnswers, null, answers.length)
    if (this.#wantsAnswers !== true) return
    for (let from = 0; from < answers.length; from += answersPerPiece) {
      await this.#ask({ type: 'set-answers', answers: answers.slice(from, from + answersPerPiece) })
    }
  }

  async end(): Promise<void> {
    if (!this.#isInSet) return
    this.#isInSet = false
    this.#wantsAnswers = null
    await this.#ask({ type: 'set-end' })
  }

  /** A bad run does not end its set, but what follows about it must not be added to another run. */
  async endBefore(found: ReadElement | null): Promise<void> {
    if (found === null) return
    const format = formatOf(found)
    const isBad = found.status === 'skipped'
    if (!ofSets.has(format) || (isBad && format === bundleFile.set)) await this.end()
    if (!isBad || format !== bundleFile.setRun) return
    this.#wantsAnswers = false
    if (this.#isInSet) await this.#ask({ type: 'set-run-end', isJudge: found.isJudge === true })
  }
}
