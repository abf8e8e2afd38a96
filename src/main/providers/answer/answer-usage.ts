import { charsPerToken, tokenCounts } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'
import { chargedAmounts, type Charges } from '../../run-source/cost'
import type { SourceEvent } from '../../run-source/run-source'

/**
 * The usage of the requests of one answer. Servers report usage once or many times, as totals so far or, rarely, as
 * what was added; some repeat it at the end with zeros. No report takes back what an earlier one has counted.
 */
export class AnswerUsage {
  /** Of the requests before, if the answer takes several. */
  #earlier: Report = { usage: {}, charges: {} }
  #current: Report = { usage: {}, charges: {} }
  /** The output of the last report. */
  #lastOutput = 0
  #isAdding = false
  #estimatedPrompt = (): number => 0
  /** How long the output of the last request is. */
  #outputChars = 0

  /** True if anything was counted. Every request uses tokens: if all counts are 0, a gateway made them up. */
  get isSome(): boolean {
    return isCounted(this.#current.usage)
  }

  add(usage: Usage, charges: Charges = {}): void {
    const { outputTokens = 0, inputTokens = 0 } = usage
    // A total includes the prompt, and never shrinks.
    const isMore = inputTokens === 0 && outputTokens > 0 && outputTokens <= this.#lastOutput
    this.#isAdding ||= isMore && (this.#current.usage.inputTokens ?? 0) > 0
    this.#lastOutput = outputTokens
    this.#current = {
      usage: this.#isAdding ? added(this.#current.usage, usage) : larger(this.#current.usage, usage),
      charges: (this.#isAdding ? addedCharges : largerCharges)(this.#current.charges, charges),
    }
  }

  /** Adds what the provider charges for besides tokens. Amounts replace smaller ones. */
  charge(charges: Charges): void {
    this.#current.charges = largerCharges(this.#current.charges, charges)
  }

  /** The answer continues in another request, whose usage is counted separately. */
  startNextRequest(): void {
    this.#earlier = this.#sum()
    this.#current = { usage: {}, charges: {} }
    this.#lastOutput = 0
    this.#isAdding = false
  }

  /** A request was accepted. `estimate` estimates its tokens. */
  accepted(estimate: () => number): void {
    this.#estimatedPrompt = estimate
    this.#outputChars = 0
  }

  /** Output has arrived. */
  wrote(text: string): void {
    this.#outputChars += text.length
  }

  /**
   * The usage of all requests; null if unknown. `isCutOff`: the last answer has ended before its provider
   * counted it, so what is missing is estimated.
   */
  event({ isCutOff }: { isCutOff: boolean }): Extract<SourceEvent, { type: 'usage' }> | null {
    if (isCutOff) this.charge(this.#uncounted())
    const { usage, charges } = this.#sum()
    if (!isCounted(usage) && chargedAmounts.every((amount) => (charges[amount] ?? 0) === 0)) return null
    return { type: 'usage', usage, ...(Object.keys(charges).length === 0 ? {} : { charges }) }
  }

  /** The tokens that the counts miss. A count of the output is up to date, or was made when the answer began. */
  #uncounted(): Charges {
    const { inputTokens = 0, outputTokens = 0 } = this.#current.usage
    const input = inputTokens === 0 ? this.#estimatedPrompt() : 0
    const output = Math.floor(this.#outputChars / charsPerToken)
    return {
      isCountedInPart: true,
      ...(input > 0 ? { uncountedInputTokens: input } : {}),
      ...(outputTokens < output / 2 ? { uncountedOutputTokens: output - outputTokens } : {}),
    }
  }

  #sum(): Report {
    return {
      usage: added(this.#earlier.usage, this.#current.usage),
      charges: addedCharges(this.#earlier.charges, this.#current.charges),
    }
  }
}

interface Report {
  usage: Usage
  charges: Charges
}

function isCounted({ inputTokens = 0, outputTokens = 0 }: Usage): boolean {
  return inputTokens > 0 || outputTokens > 0
}

/** The counts of both sides of an answer, each with its details. */
const sides = [
  ['inputTokens', 'cachedInputTokens', 'cacheWriteTokens'],
  ['outputTokens', 'reasoningTokens'],
] as const

/** For each side of the answer, the report that counted more. */
function larger(before: Usage, later: Usage): Usage {
  const usage: Usage = { ...later, ...before }
  for (const [total, ...details] of sides) {
    const count = later[total]
    if (count === undefined || count < (before[total] ?? 0)) continue
    usage[total] = count
    for (const detail of details) {
      const part = later[detail] ?? 0
      if (part > 0) usage[detail] = part
    }
  }
  if (usage.inputTokens === undefined && usage.outputTokens === undefined) return usage
  const sum = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
  return { ...usage, totalTokens: Math.max(sum, before.totalTokens ?? 0, later.totalTokens ?? 0) }
}

function added(before: Usage, later: Usage): Usage {
  const usage: Usage = { ...before, ...later }
  for (const count of tokenCounts) {
    if (before[count] !== undefined) usage[count] = before[count] + (later[count] ?? 0)
  }
  return usage
}

function largerCharges(before: Charges, later: Charges): Charges {
  const charges: Charges = { ...before, ...later }
  for (const amount of chargedAmounts) {
    const most = Math.max(before[amount] ?? 0, later[amount] ?? 0)
    if (most > 0) charges[amount] = most
  }
  return charges
}

function addedCharges(before: Charges, later: Charges): Charges {
  const charges: Charges = { ...before, ...later }
  for (const amount of chargedAmounts) {
    if (before[amount] !== undefined) charges[amount] = before[amount] + (later[amount] ?? 0)
  }
  return charges
}

/** More than any model writes in one answer. */
const mostOutput = 1_000_000

/**
 * The output that a total contains and the output count leaves out, such as the thoughts of Gemini over an address that
 * is compatible with OpenAI. An absurd total says nothing.
 */
export function uncountedOutput({
  total,
  input,
  output,
}: {
  total: number
  input: number
  output: number
}): number {
  const rest = total - input - output
  return rest > 0 && rest <= mostOutput ? rest : 0
}
