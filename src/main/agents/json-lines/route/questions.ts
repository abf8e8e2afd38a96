import type { RunContext } from '../../../run-source/run-source'
import type { AgentProcess } from '../../agent-process'
import type { AgentDialogue, JsonLinesDialect, LineApprovalRequest } from '../dialect'

/** Approvals that an agent waits for. It keeps printing in the meantime, and may make several requests at once. */
export class Questions {
  readonly #dialect: JsonLinesDialect
  readonly #process: AgentProcess
  readonly #context: RunContext
  readonly #onFault: () => void
  readonly #pending = new Map<string, AbortController>()
  #fault: unknown = null

  constructor(dialect: JsonLinesDialect, process: AgentProcess, context: RunContext, onFault: () => void) {
    this.#dialect = dialect
    this.#process = process
    this.#context = context
    this.#onFault = onFault
  }

  /** Why a request could not be made, which ends the turn; null when all could. */
  get fault(): unknown {
    return this.#fault
  }

  ask(question: LineApprovalRequest): void {
    const { dialogue } = this.#dialect
    if (dialogue === null) return
    const withdrawal = new AbortController()
    const { signal } = withdrawal
    this.#pending.set(question.requestId, withdrawal)
    void this.#answer(question, dialogue, signal).finally(() => this.#pending.delete(question.requestId))
  }

  withdraw(requestId: string): void {
    this.#pending.get(requestId)?.abort()
  }

  withdrawAll(): void {
    for (const withdrawal of this.#pending.values()) withdrawal.abort()
  }

  async #answer(question: LineApprovalRequest, dialogue: AgentDialogue, signal: AbortSignal): Promise<void> {
    const isOver = () => signal.aborted || this.#context.signal.aborted
    try {
      const decision = await this.#context.requestApproval(question.approval, signal)
      if (!isOver()) this.#process.stdin.write(dialogue.answer(question, decision))
    } catch (error) {
      // Nobody waits for a request that was withdrawn.
      if (isOver()) return
      this.#fault ??= error
      this.#onFault()
    }
  }
}
