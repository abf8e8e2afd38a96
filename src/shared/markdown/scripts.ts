/**
 * The inside of a character class: scripts that put no space between words or attach endings to any word (Hangul), with
 * their punctuation and full-width forms.
 */
export const unspaced = String.raw`\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u1950-\u1aaf\u2e80-\u2fff\u3001-\ua4cf\ua960-\ua97f\ua9e0-\ua9ff\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uffef\u{16fe0}-\u{18d0f}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3ffff}`
