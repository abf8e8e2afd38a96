/** A text, and what is drawn: `<b>`, `<i>`, `<s>`, `<a ADDRESS>`, and `⟦…⟧` for a formula. */
export type DrawnText = readonly [source: string, drawn: string]

/** Text of many languages in which Markdown touches letters and signs that do not separate words with spaces. */
export const textInLanguages: Readonly<Record<string, readonly DrawnText[]>> = {
  'numbers stay as they are': [
    ['大约3~5天，价格100~200元', '大约3~5天，价格100~200元'],
    ['10~20人と30~40人', '10~20人と30~40人'],
    ['약 3~5일, 100~200원', '약 3~5일, 100~200원'],
    ['2020~2022 and 2023~2024', '2020~2022 and 2023~2024'],
    ['~one~ ~/src ~/lib', '~one~ ~/src ~/lib'],
    ['2*3*4=24 and 2**3**2', '2*3*4=24 and 2**3**2'],
    ['2*3 is *6*', '2*3 is <i>6</i>'],
    ['a ~~~three~~~ b', 'a ~~~three~~~ b'],
    ['~~旧价100~200元~~新价', '<s>旧价100~200元</s>新价'],
    ['原价~~“100元”~~现价', '原价<s>“100元”</s>现价'],
    ['~~취소(됨)~~은', '<s>취소(됨)</s>은'],
    ['~~gone~~ and **3~5** and ~~gone~~', '<s>gone</s> and <b>3~5</b> and <s>gone</s>'],
  ],
  'emphasis beside signs': [
    ['**注意：**正文', '<b>注意：</b>正文'],
    ['正文**“注意”**正文', '正文<b>“注意”</b>正文'],
    ['正文**（注意）**正文', '正文<b>（注意）</b>正文'],
    ['他说：**“你好！”**然后走了', '他说：<b>“你好！”</b>然后走了'],
    ['**1. 标题：**内容**2. 标题：**内容', '<b>1. 标题：</b>内容<b>2. 标题：</b>内容'],
    ['这是*《红楼梦》*的作者', '这是<i>《红楼梦》</i>的作者'],
    ['***注意：***正文', '<i><b>注意：</b></i>正文'],
    ['**“引号”**API', '<b>“引号”</b>API'],
    ['中文**English.**中文', '中文<b>English.</b>中文'],
    ['**100%**的人', '<b>100%</b>的人'],
    ['使用**`code`**即可', '使用<b>`code`</b>即可'],
    ['**重点**（说明）', '<b>重点</b>（说明）'],
    ['𠮷**“野家”**。', '𠮷<b>“野家”</b>。'],
    ['**注意：**《书》**重点。**后', '<b>注意：</b>《书》<b>重点。</b>后'],
    ['これは**「強調」**です。', 'これは<b>「強調」</b>です。'],
    ['**重要！**必ず読んでください', '<b>重要！</b>必ず読んでください'],
    ['**確認(check)**します', '<b>確認(check)</b>します'],
    ['**확인(check)**은 필수', '<b>확인(check)</b>은 필수'],
    ['**"인용"**이라고', '<b>"인용"</b>이라고'],
    ['**마크다운(Markdown)**을 *강조(em)*로', '<b>마크다운(Markdown)</b>을 <i>강조(em)</i>로'],
    ['**หมายเหตุ:**ข้อความ', '<b>หมายเหตุ:</b>ข้อความ'],
    ['คำว่า**"สำคัญ"**มาก', 'คำว่า<b>"สำคัญ"</b>มาก'],
    ['و**«النص»**هنا', 'و<b>«النص»</b>هنا'],
    ['**ملاحظة:**النص', '<b>ملاحظة:</b>النص'],
    ['ב**"שם"**של', 'ב<b>"שם"</b>של'],
    ['**Важно:**текст и **(да)**', '<b>Важно:</b>текст и <b>(да)</b>'],
    ['**सूचना:**पाठ', '<b>सूचना:</b>पाठ'],
    ['“**bold**” — **“bold”**', '“<b>bold</b>” — <b>“bold”</b>'],
    ['a**"b"**c and snake_case_name', 'a**"b"**c and snake_case_name'],
    ['**Note:** a*b*c', '<b>Note:</b> a<i>b</i>c'],
    ['价格 2 * 3 * 4', '价格 2 * 3 * 4'],
  ],
  'where an address ends': [
    [
      '见https://example.com/docs（中文）',
      '见<a https://example.com/docs>https://example.com/docs</a>（中文）',
    ],
    ['www.example.com。你好', '<a http://www.example.com/>www.example.com</a>。你好'],
    ['“https://example.com/a”', '“<a https://example.com/a>https://example.com/a</a>”'],
    ['see https://example.com/a… or', 'see <a https://example.com/a>https://example.com/a</a>… or'],
    ['https://example.com’s page', '<a https://example.com/>https://example.com</a>’s page'],
    ['https://example.com/docs，以及', '<a https://example.com/docs>https://example.com/docs</a>，以及'],
    ['访问https://example.com/查看', '访问<a https://example.com/>https://example.com/</a>查看'],
    ['https://example.com에서', '<a https://example.com/>https://example.com</a>에서'],
    ['「https://example.com/p」を', '「<a https://example.com/p>https://example.com/p</a>」を'],
    ['ดูhttps://example.com/pครับ', 'ดู<a https://example.com/p>https://example.com/p</a>ครับ'],
    ['https://example.com/p، ثم', '<a https://example.com/p>https://example.com/p</a>، ثم'],
    ['https://example.comпривет', '<a https://example.com/>https://example.com</a>привет'],
    [
      'https://ru.wikipedia.org/wiki/Мир',
      '<a https://ru.wikipedia.org/wiki/%D0%9C%D0%B8%D1%80>https://ru.wikipedia.org/wiki/Мир</a>',
    ],
    [
      '见https://zh.wikipedia.org/wiki/人工智能，以及',
      '见<a https://zh.wikipedia.org/wiki/%E4%BA%BA%E5%B7%A5%E6%99%BA%E8%83%BD>https://zh.wikipedia.org/wiki/人工智能</a>，以及',
    ],
    [
      'https://zh.wikipedia.org/wiki/史蒂夫·乔布斯（英语）',
      '<a https://zh.wikipedia.org/wiki/%E5%8F%B2%E8%92%82%E5%A4%AB%C2%B7%E4%B9%94%E5%B8%83%E6%96%AF>https://zh.wikipedia.org/wiki/史蒂夫·乔布斯</a>（英语）',
    ],
    [
      'https://ja.wikipedia.org/wiki/Java_(言語)は',
      '<a https://ja.wikipedia.org/wiki/Java_(%E8%A8%80%E8%AA%9E)>https://ja.wikipedia.org/wiki/Java_(言語)</a>は',
    ],
    [
      'https://example.com/files/年度报告_2024年.pdf。',
      '<a https://example.com/files/%E5%B9%B4%E5%BA%A6%E6%8A%A5%E5%91%8A_2024%E5%B9%B4.pdf>https://example.com/files/年度报告_2024年.pdf</a>。',
    ],
    [
      'https://example.com/search?q=날씨&hl=ko에서',
      '<a https://example.com/search?q=%EB%82%A0%EC%94%A8&hl=ko>https://example.com/search?q=날씨&hl=ko</a>에서',
    ],
    [
      'https://th.wikipedia.org/wiki/ประเทศไทย ครับ',
      '<a https://th.wikipedia.org/wiki/%E0%B8%9B%E0%B8%A3%E0%B8%B0%E0%B9%80%E0%B8%97%E0%B8%A8%E0%B9%84%E0%B8%97%E0%B8%A2>https://th.wikipedia.org/wiki/ประเทศไทย</a> ครับ',
    ],
    [
      'https://fa.wikipedia.org/wiki/آب\u200cوهوا است',
      '<a https://fa.wikipedia.org/wiki/%D8%A2%D8%A8%E2%80%8C%D9%88%D9%87%D9%88%D8%A7>https://fa.wikipedia.org/wiki/آب\u200cوهوا</a> است',
    ],
    ['https://example.com/docs或www', '<a https://example.com/docs>https://example.com/docs</a>或www'],
    ['https://example.com:8080。', '<a https://example.com:8080/>https://example.com:8080</a>。'],
    ['https://example.com：8080', '<a https://example.com/>https://example.com</a>：8080'],
    ['https://a.example。b.example/x', '<a https://a.example/>https://a.example</a>。b.example/x'],
    ['<https://a.example。b.example/>', '<<a https://a.example/>https://a.example</a>。b.example/>'],
    ['https://exa\u200bmple.com/', 'https://exa\u200bmple.com/'],
    ['https://www.例え.jp/x www.例え.jp', 'https://www.例え.jp/x www.例え.jp'],
    ['https://user@例え.jp/', 'https://user@例え.jp/'],
    ['https://example.com—this', '<a https://example.com/>https://example.com</a>—this'],
    ['**https://example.com/x。**后', '<b><a https://example.com/x>https://example.com/x</a>。</b>后'],
    ['(https://example.com/a_(b))', '(<a https://example.com/a_(b)>https://example.com/a_(b)</a>)'],
    ['联系user@example.com。', '联系<a mailto:user@example.com>user@example.com</a>。'],
    ['邮箱：a.b@example.co.jp，', '邮箱：<a mailto:a.b@example.co.jp>a.b@example.co.jp</a>，'],
    ['user@example.com에', '<a mailto:user@example.com>user@example.com</a>에'],
    ['müller@example.com, user@example.cöm', 'müller@example.com, user@example.cöm'],
  ],
  'dollar signs': [
    ['设$x^2$为正数', '设⟦x^2⟧为正数'],
    ['有$5$个，第$n$步', '有⟦5⟧个，第⟦n⟧步'],
    ['其中$m_{水}$为水，$v_水$为', '其中⟦m_{水}⟧为水，⟦v_水⟧为'],
    ['当$a>0$时，$b<0$。', '当⟦a>0⟧时，⟦b<0⟧。'],
    ['**设$x$为**', '<b>设⟦x⟧为</b>'],
    ['*设$a*b$则*，_当 $x_{i}$ 时_', '<i>设⟦a*b⟧则</i>，<i>当 ⟦x_{i}⟧ 时</i>'],
    ['价格$5*2和$6*3', '价格$5*2和$6*3'],
    ['$x$は$y$を', '⟦x⟧は⟦y⟧を'],
    ['$x$는 변수다', '⟦x⟧는 변수다'],
    ['ให้$x^2$เป็น', 'ให้⟦x^2⟧เป็น'],
    ['ليكن$x^2$هو', 'ليكن⟦x^2⟧هو'],
    ['Пусть$x^2$и', 'Пусть⟦x^2⟧и'],
    ['价格$5和$10', '价格$5和$10'],
    ['从$5.5亿到$6亿', '从$5.5亿到$6亿'],
    ['价格5$和10$元', '价格5$和10$元'],
    ['价格 $5和$ 10', '价格 $5和$ 10'],
    ['他付$20，我付$30。', '他付$20，我付$30。'],
    ['US$5和US$10', 'US$5和US$10'],
    ['価格は$5、$10です', '価格は$5、$10です'],
    ['цена $5 и $10', 'цена $5 и $10'],
    ['变量$PATH和$HOME', '变量$PATH和$HOME'],
    ['$this->name和$值', '$this->name和$值'],
    ['cost $5 and $10, $PATH and $HOME', 'cost $5 and $10, $PATH and $HOME'],
  ],
}

const elements: ReadonlyMap<string, string> = new Map([
  ['strong', 'b'],
  ['em', 'i'],
  ['del', 's'],
])
const characters: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['amp', '&'],
  ['#x27', "'"],
  ['#39', "'"],
])

/** HTML of the window or of a page in the form of a `DrawnText`. */
export function drawnText(html: string): string {
  return html
    .replaceAll(/<(span|div)[^>]* data-source="\$([^"]*)\$".*?<\/code><\/\1>/g, '⟦$2⟧')
    .replaceAll(
      /<(\/?)(strong|em|del)>/g,
      (_tag, slash: string, name: string) => `<${slash}${elements.get(name)}>`,
    )
    .replaceAll(/<a href="([^"]*)"[^>]*>/g, '<a $1>')
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll(/<(?!\/?(?:b|i|s|a)\b)[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (reference, name: string) => characters.get(name) ?? reference)
}

/** A `DrawnText` without its marks, as it is copied. */
export function copiedText(drawn: string): string {
  return drawn
    .replaceAll(/<\/?[bisa]\b[^<>]*>/g, '')
    .replaceAll('`', '')
    .replaceAll(/⟦(.*?)⟧/g, (_formula, text: string) => `$${text}$`)
}
