/** A provider's report of a failure: its words, and names or numbers. */
interface SaidError {
  text: string
  codes: readonly (string | number)[]
}

/** Failures that a server calls its own although the same request can never succeed. */
const lastingWords: [reason: 'memory' | 'request', words: RegExp][] = [
  [
    'memory',
    /out of memory|(?:insufficient|not enough|requires more)(?: \w+)? memory|(?:unable|failed|cannot|could not)(?: to)? (?:be )?allocate|显存不足|内存不足/i,
  ],
  ['memory', /(?:unable|failed) to load (?:the )?model|model failed to load/i],
  // The conversation does not fit the model's template.
  [
    'request',
    /\bjinja|(?:chat|prompt) ?template|template (?:error|rendering)|no user (?:query|message)|unexpected (?:message )?role|is not callable|prompt is empty/i,
  ],
  [
    'request',
    /roles? must alternate|(?:first|last) (?:message|role|turn) (?:must|should|has to|needs)|must be (?:from )?the user/i,
  ],
  // It is too long.
  [
    'request',
    /context[ _-]?(?:length|size|window)|maximum context|n_ctx|prompt (?:is )?too long|too many (?:input )?tokens|(?:input|request|prompt)(?: \w+)? (?:is |was )?too (?:large|long)|exceeds? (?:the )?(?:available|maximum|max|context|model)|prompt contains \d+ tokens|上下文/i,
  ],
  // Programs that fail on the request itself.
  ['request', /\b(?:Key|Type|Value|Attribute|Index)Error\b|cannot unmarshal|shapes cannot be multiplied/],
  // The model, or what is asked of it, does not exist.
  ['request', /(?:does|do|is|are)(?: not|n't|n’t) support|unsupported|not implemented|no such model/i],
  ['request', /model\b[^.]{0,80}\b(?:not found|does not exist|is unknown)|unknown model/i],
  ['request', /invalid[ _](?:request|argument|parameter|message|role|image|json|schema|type|format|value)/i],
]
const lastingCodes =
  /^(?:invalid_prompt|context_length_exceeded|exceed_context_size_error|model_not_found|not_supported(?:_error)?|unsupported\w*)$/i
/** Rate limits that this request would exceed alone, or that allow nothing at all. */
const neverWithinLimit = /request (?:is )?too large|\blimit: 0\b/i

/** Why the same request would be refused again: the machine lacks memory, or the request itself; null if it may pass. */
export function lastingReason({ text, codes }: SaidError, isOverload: boolean): 'memory' | 'request' | null {
  if (!isOverload) return neverWithinLimit.test(text) ? 'request' : null
  const named = lastingWords.find(([, words]) => words.test(text))?.[0] ?? null
  return named ?? (codes.some((code) => lastingCodes.test(String(code))) ? 'request' : null)
}
