/** How models write a call when nothing on its way turns it into one. */
const marks = [
  /<\|?(?:[\w-]{1,20}:)?tool[_▁ -]?(?:calls?|use)(?:[_▁]\w{1,20})*\|?>/i,
  /<｜(?:DSML｜)?(?:tool▁\w+|function_calls|invoke)/,
  /\[TOOL_CALLS\]/,
  /<function(?:_calls?)?[=\s>]/i,
  /<invoke name=/i,
  /<\|python_tag\|>|<\|tool_code\|>|```tool_(?:code|call)/,
  // Prompts that describe a loop of thoughts and actions.
  /^Action: *[\w-]+\n+Action Input:/m,
  /\bfunctools\[|\bto=functions\./,
] as const
/** A call that is all of the text, as Llama writes it, perhaps in a code block. */
const bareCall = /^(?:```(?:json)?\s*)?\[?\s*\{\s*"(?:type|name|function|tool|id)"\s*:/
/** How far behind its mark the name of a call may be. */
const nameWithinChars = 400
/** A call is at the end of a text; this much of it is kept. */
const keptChars = 20_000

/** Notices a call that arrives as text, by a mark of calls and the name of a tool that the model was offered. */
export class CallsInText {
  readonly #toolNames: readonly string[]
  #text = ''
  #isCut = false

  constructor(toolNames: readonly string[]) {
    this.#toolNames = toolNames.filter((name) => /^[\w-]+$/.test(name))
  }

  add(text: string): void {
    if (this.#toolNames.length === 0) return
    this.#text += text
    if (this.#text.length <= 2 * keptChars) return
    this.#text = this.#text.slice(-keptChars)
    this.#isCut = true
  }

  /** Everything so far was reasoning. */
  clear(): void {
    this.#text = ''
  }

  /** The name of the tool that the text calls; null when it calls none. Code that is quoted calls nothing. */
  get calledName(): string | null {
    if (this.#toolNames.length === 0) return null
    const whole = this.#text.trim()
    if (!this.#isCut && bareCall.test(whole)) {
      const name = this.#nameIn(whole.slice(0, nameWithinChars))
      if (name !== null && /"(?:arguments|parameters|input|args)"/.test(whole)) return name
    }
    const said = whole
      .replaceAll(/^(?:```|~~~)(?!tool_)[^\n]*\n[\s\S]*?^(?:```|~~~)/gm, '')
      .replaceAll(/`[^`\n]{1,200}`/g, '')
    for (const mark of marks) {
      const at = said.search(mark)
      const name = at < 0 ? null : this.#nameIn(said.slice(at, at + nameWithinChars))
      if (name !== null) return name
    }
    return null
  }

  #nameIn(text: string): string | null {
    return this.#toolNames.find((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text)) ?? null
  }
}
