import { expect, test } from 'vitest'

import { sentencesOf } from './sentences'

test.each([
  ['a day of a month', 'Er fiel auf den 17. November. Danach war Ruhe.', 2],
  ['a day in bold', 'It was on **17. November 1869**. Then it ended.', 2],
  ['an ordinal', 'Das Tor fiel in der 113. Minute. Es war spät.', 2],
  ['short forms of one letter', 'Nimm z. B. Äpfel oder i. d. R. Birnen. Beides geht.', 2],
  ['a short form before a capital', 'See No. 5 and Fig. 3 of Dr. Smith. They differ.', 2],
  ['a version', 'It came with v2.4.1 and Python 3.13. Nobody noticed.', 2],
  ['an address', 'Read https://a.example/b.html?c=1.5 first. Then go on.', 2],
  ['decimals', 'It costs 1.50 or 2,50. That is cheap.', 2],
  ['a month in short', 'It ended on 8 Dec. 1980 in New York. Nobody knew.', 2],
  ['a number at the end', 'There were 17. The last one left.', 2],
])('does not split %s, and still splits after it', (_, text, count) => {
  const found = sentencesOf(text, { kind: 'paragraph', from: 0, to: text.length })
  expect(found.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text)
  expect(found).toHaveLength(count)
})
