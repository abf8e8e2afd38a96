import type { ParleyError } from '../../shared/errors'

/** A model that makes one call at a time has tools. */
const tools = String.raw`(?<!parallel |multiple )(?:tools?|functions?)(?:[ _-]?(?:use|usage|calls?|calling|choice|definitions?))?`

/** How servers say that a model, or all of a server, has no tools. Words about one tool or one call do not match. */
const sayings = [
  // "does not support tools", "is not capable of tool calling"
  String.raw`(?:\bnot|n't)\s+(?:\w+\s+){0,3}(?:support|allow|accept|capable|able|have|compatible)\w*\s+(?:\w+\s+){0,4}${tools}\b(?![.[ ]*\d)`,
  // "tool use is not supported", "\`tools\` is not enabled for this model"
  String.raw`\b${tools}["'\`]?\s+(?:param(?:eter)?s?\s+|support\s+)?(?:(?:is|are|was|were)\s+)?(?:currently\s+)?(?:not|(?:is|are|was|were)n't)\s+(?:\w+\s+)?(?:support|allow|enabl|availab|permit|implement|accept)`,
  String.raw`\b${tools}["'\`]?\s+(?:is|are)\s+(?:unsupported|unavailable|disabled)`,
  // "unknown field 'tools'", "Extra inputs are not permitted (body.tools)"
  String.raw`(?:unsupported|unknown|unrecogni[sz]ed|unexpected|extra|additional)\b(?:(?! in )[^.;]){0,60}[\s"'\`(.](?:tools|functions|tool_choice)(?![.[]\d|\w| ?schema)`,
  // "No endpoints found that support tool use"
  String.raw`\bno\s+(?:\w+\s+){1,3}(?:that\s+)?(?:support|for|with)\w*\s+(?:\w+\s+){0,2}${tools}`,
  // "tools param requires --jinja flag"
  String.raw`\b${tools}\b[^.]{0,40}\brequires?\b[^.]{0,20}--`,
  String.raw`不支持[^。]{0,12}(?:工具|函数|tools|function)`,
].map((pattern) => new RegExp(pattern, 'i'))

/**
 * True if the words of a refusal say that the model has no tools. Statuses are of no use here: servers say it with 400,
 * 404 and even 500, and refuse one schema or one call with the same.
 */
export function saysNoTools({ data = {} }: ParleyError): boolean {
  const { said, param } = data
  if (typeof said !== 'string') return false
  return param === 'tools'
    ? /support|unknown|unrecogni|permit|allow/i.test(said)
    : sayings.some((saying) => saying.test(said))
}
