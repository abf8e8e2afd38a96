const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openList, closeList] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

/**
 * Whether a JSON text contains more values than `most`. Counts without parsing: an empty list takes two bytes of text
 * but hundreds of memory. For invalid JSON the result means nothing.
 */
export function hasMoreValues(json: Buffer, most: number): boolean {
  // Each value but the first follows a comma or is the first in a list or an object.
  let values = 1
  for (let at = 0; at < json.length && values <= most; at += 1) {
    const byte = json[at]
    if (byte === quote) at = endOfText(json, at)
    else if (byte === comma) values += 1
    else if (byte === openList && json[at + 1] !== closeList) values += 1
    else if (byte === openObject && json[at + 1] !== closeObject) values += 1
  }
  return values > most
}

/** The end of the string that begins at `start`. */
function endOfText(json: Buffer, start: number): number {
  for (let at = json.indexOf(quote, start + 1); at !== -1; at = json.indexOf(quote, at + 1)) {
    let escapes = at
    while (json[escapes - 1] === backslash) escapes -= 1
    if ((at - escapes) % 2 === 0) return at
  }
  return json.length
}
