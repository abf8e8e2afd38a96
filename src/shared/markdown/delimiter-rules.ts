const punctuation = '[!-/:-@\\[-`{-}]'
/** Any other sign, and letters of other scripts than the Latin one. */
const wide = String.raw`(?:(?![\0-\x7f\s\u0300-\u036f\p{Script=Latin}])[^])`

/**
 * Runs of a mark that may close. The number of the group says what else the run may do; marked knows the kinds by these
 * numbers.
 */
function closing(mark: string, run: string): string {
  const ends = `(?!${mark})`
  const letter = String.raw`(?:(?!${punctuation})[^\s${mark}])`
  const other = `(?!${mark})${punctuation}`
  return [
    // Consumes what precedes a run.
    `[^${mark}]+(?=[^${mark}])`,
    // 1 and 2: can only close.
    String.raw`${other}(${run})(?=\s|$)`,
    String.raw`(?!${wide}${run}${ends}${punctuation})${letter}(${run})${ends}(?=\s|${punctuation}|$)`,
    // 3 and 4: can only open.
    String.raw`(?!${other}${run}${wide})(?:\s|${other})(${run})(?=${letter})`,
    String.raw`\s(${run})${ends}(?=${punctuation})`,
    // 5 and 6: can do both.
    String.raw`(?:${wide}|${other})(${run})${ends}(?=${punctuation}|${wide})`,
    String.raw`(?!\d${run}\d)${letter}(${run})(?=${letter})`,
  ].join('|')
}

/**
 * marked's rules for `*` and `~`, with two changes.
 *
 * Numbers stay as they are: only two `~` strike text, as in `3~5` and `100~200`, and no `*` between digits ends
 * emphasis, as in `2*3*4`.
 *
 * CommonMark decides by spaces and punctuation whether a mark opens or closes, which fails in text without spaces. Here,
 * only ASCII signs are punctuation, and beside them a letter of another script counts as a space, as in `**注意：**正文`
 * and `**확인(check)**은`.
 *
 * @see https://github.com/tats-u/markdown-cjk-friendly, which proposes the same for Chinese, Japanese and Korean
 */
export const delimiterRules = {
  /** May precede a mark that opens before punctuation. marked passes only half of some characters. */
  punctuation: new RegExp(String.raw`^((?![*_])(?:[\s\p{P}\p{S}\udc00-\udfff]|${wide}))`, 'u'),
  emStrongLDelim: new RegExp(
    String.raw`^(?:\*+(?:((?!\*)${punctuation})|([^\s*]))?)|^_+(?:((?![_~])[\p{P}\p{S}])|([^\s_]))?`,
    'u',
  ),
  emStrongRDelimAst: new RegExp(
    // Skips a lone mark within strong text of the other kind.
    String.raw`^[^_*]*?__[^_*]*?\*[^_*]*?(?=__)|${closing(String.raw`\*`, String.raw`\*+`)}`,
    'gu',
  ),
  delLDelim: new RegExp(String.raw`^~~(?:((?!~)${punctuation})|[^\s~])`, 'u'),
  delRDelim: new RegExp(closing('~', '~~'), 'gu'),
}
