import { completeStream, errorReply, type ModelScript } from '../../../e2e/fake-provider/script.ts'

/** Everything that Markdown supports, in the order of the screenshot. */
const document = `# Everything

Some *emphasis*, **strong words**, ~~mistakes~~, \`inline code\` and [a link](https://example.com/path).

## Lists

- one
- two, which is long enough to reach the end of the column so that it has to be broken into more than one line
  - inner
- [ ] open
- [x] done

1. first
2. second

> A quotation with **weight**.

| name | value | what it means to those who read tables |
| --- | ---: | --- |
| alpha | 1 | the first |
| beta | 20 | the second |

\`\`\`ts
export function answer(question: string): Promise<string> {
  // A line that is so long that it does not fit into the column and has to be scrolled sideways to be read
  return ask(question)
}
\`\`\`

### Something smaller

![a chart](https://example.com/chart.png)

<b>raw html</b> and a rule:

---

The very end.`

const mathematics = `The sum of the first *n* squares is a cubic, $\\sum_{k=1}^{n} k^2 = \\tfrac{n(n+1)(2n+1)}{6}$, and the proof is one line of telescoping[^1].

$$
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
\\qquad
\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}^{-1} = \\frac{1}{ad-bc}\\begin{pmatrix} d & -b \\\\ -c & a \\end{pmatrix}
$$

A wide one scrolls by itself:

$$
f(x) = a_0 + a_1 x + a_2 x^2 + a_3 x^3 + a_4 x^4 + a_5 x^5 + a_6 x^6 + a_7 x^7 + a_8 x^8 + a_9 x^9 + a_{10} x^{10} + a_{11} x^{11} + a_{12} x^{12} + \\dots
$$

[^1]: Write $(k+1)^3 - k^3 = 3k^2 + 3k + 1$ and add up both sides.`

const diagram = `A run is one of these at any moment:

\`\`\`mermaid
flowchart LR
  waiting[Waiting] --> streaming[Streaming]
  streaming --> done[Done]
  streaming --> stopped[Stopped]
  waiting --> failed[Failed]
\`\`\`

Only the arrows are allowed.`

const tables = `| engine | licence | language | stores | replication | full-text search | JSON | since | used by |
| --- | --- | --- | --- | --- | --- | --- | ---: | --- |
| SQLite | public domain | C | one file | none of its own | FTS5 | functions and an index on expressions | 2000 | phones, browsers, this app |
| PostgreSQL | PostgreSQL licence | C | a folder | streaming and logical | built in, with dictionaries | jsonb with GIN indexes | 1996 | nearly everybody |
| DuckDB | MIT | C++ | one file | none | an extension | functions | 2019 | people with questions |

A word as long as a path stays in its column: \`/var/lib/postgresql/17/main/pg_wal/000000010000000000000042/archive_status/000000010000000000000042.ready\`

\`\`\`py
def backoff(attempt: int, base: float = 0.5, cap: float = 30.0) -> float:
    """Full jitter: anywhere between nothing and the cap."""
    return random.uniform(0, min(cap, base * 2 ** attempt))


class Breaker:
    def __init__(self, limit: int = 5) -> None:
        self.failures = 0
        self.limit = limit
\`\`\`

\`\`\`diff
-const answer = ask(question)
+const answer = await ask(question)
\`\`\``

const rightToLeft = `הזרם נעצר כאשר הקורא איטי. לכן הפונקציה \`write()\` מחזירה \`false\`, ומי שכותב צריך לחכות לאירוע \`drain\`.

- לעצור כשמתקבל \`false\`
- להמשיך אחרי \`drain\`

> مثال بالعربية: يتوقف الكاتب حتى يفرغ المخزن المؤقت.

日本語の段落も、行の途中で正しく折り返されなければなりません。長い文章でも、読みやすい幅を保ちます。

And a line of English closes the answer.`

/** Models for screenshots of chats, in addition to the fake provider's built-in ones. */
export const chatModels: Readonly<Record<string, ModelScript>> = {
  document: atOnce(document),
  mathematics: atOnce(mathematics),
  diagram: atOnce(diagram),
  tables: atOnce(tables),
  'right-to-left': atOnce(rightToLeft),
  link: atOnce('See [https://bank.example](https://evil.example/).'),
  'thinks-long': {
    type: 'stream',
    steps: [
      {
        type: 'tokens',
        tokens: ['The buffer fills, ', 'so the writer has to wait. ', 'What tells it to?'],
        field: 'reasoning_content',
      },
      { type: 'silence' },
    ],
  },
  'too-large': errorReply(400, {
    message:
      'The prompt has 131,902 tokens, but the context that this server was started with holds 8,192 (--ctx-size). Start it with a larger one, or send less: https://example.com/docs/server/context-size#how-much-fits',
  }),
  'nearly-full': {
    type: 'stream',
    steps: [
      { type: 'tokens', tokens: ['That fits, but not much more will.'] },
      { type: 'finish', reason: 'stop' },
      { type: 'usage', promptTokens: 182_000, completionTokens: 9 },
      { type: 'done' },
    ],
  },
  busy: errorReply(429, { message: 'Too many requests.' }, { 'retry-after': '50' }),
}

function atOnce(text: string): ModelScript {
  return completeStream([{ type: 'tokens', tokens: [text] }])
}
