import { lookupTable } from '../../../shared/lookup-table'

/** By a word in a model's name: the names by which its maker and the model are known. */
const makers = lookupTable<readonly string[]>({
  gpt: ['OpenAI', 'ChatGPT', 'GPT'],
  o1: ['OpenAI', 'ChatGPT'],
  o3: ['OpenAI', 'ChatGPT'],
  o4: ['OpenAI', 'ChatGPT'],
  codex: ['OpenAI', 'Codex'],
  claude: ['Anthropic', 'Claude'],
  gemini: ['Google', 'Gemini', 'DeepMind'],
  gemma: ['Google', 'Gemma', 'DeepMind'],
  // "Meta" alone is an ordinary word.
  llama: ['Meta AI', 'by Meta', 'from Meta', 'von Meta', 'Llama'],
  mistral: ['Mistral'],
  mixtral: ['Mistral', 'Mixtral'],
  codestral: ['Mistral', 'Codestral'],
  magistral: ['Mistral', 'Magistral'],
  qwen: ['Alibaba', 'Qwen', 'Tongyi'],
  qwq: ['Alibaba', 'Qwen', 'QwQ'],
  deepseek: ['DeepSeek'],
  grok: ['xAI', 'Grok'],
  phi: ['Microsoft', 'Phi'],
  command: ['Cohere'],
  kimi: ['Moonshot', 'Kimi'],
  glm: ['Zhipu', 'GLM'],
  minimax: ['MiniMax'],
  nova: ['Amazon Nova', 'by Amazon', 'from Amazon', 'von Amazon'],
  granite: ['IBM', 'Granite'],
  sonar: ['Perplexity', 'Sonar'],
  nemotron: ['NVIDIA', 'Nemotron'],
  ernie: ['Baidu', 'ERNIE'],
  hunyuan: ['Tencent', 'Hunyuan'],
  doubao: ['ByteDance', 'Doubao'],
  yi: ['01.AI'],
  jamba: ['AI21', 'Jamba'],
  olmo: ['Ai2', 'Allen Institute', 'OLMo'],
  falcon: ['Technology Innovation Institute', 'Falcon'],
  step: ['StepFun'],
  reka: ['Reka'],
  opencode: ['OpenCode'],
})

/** Phrases that introduce the name of an answer's author. */
const introduction =
  "(?:I am|I['’]m|my name is|I was (?:made|created|trained|developed|built) by|ich bin|mein Name ist|ich wurde von)"
const between = `(?:(?:an?|the|large|language|AI|model|assistant|chatbot|called|named|trained|made|created|developed|built|by|from|ein|eine|einem|KI|Modell|Sprachmodell|Assistent|von|namens)[ ,]+){0,8}`
/** An answer that introduces itself by one of these names is believed, even if no such model takes part. */
const introduced = new RegExp(
  `(?<!\\p{L})${introduction} ${between}(?:${knownNames().join('|')})(?!\\p{L})`,
  'iu',
)

/** Words in names of models and providers that name neither. */
const ordinaryWords = new Set(
  `agent ai api base chat cli code coder compatible custom default demo experimental fast flash free gateway high hub
  instruct it large latest lite llm local long low max medium mini model nano one open plus preview pro provider proxy
  quick reasoner reasoning router server slow small studio text think thinking tiny turbo ultra vision writer`.split(
    /\s+/,
  ),
)

/** Names by which an answer could reveal one of `models`, each `provider/model`: of the model and of its maker. */
export function contestantNames(models: readonly string[]): string[] {
  const names = models.flatMap((model) => {
    const [provider = '', ...rest] = model.split('/')
    const words = model.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    const own = [provider, rest.join('/'), rest.at(-1) ?? '', ...wordsOf(model)]
    return [
      ...own,
      ...words.flatMap((word) => makers.get(word) ?? makers.get(word.replace(/\d+$/, '')) ?? []),
    ]
  })
  return [...new Set(names)].filter((name) => name.length > 2 && !ordinaryWords.has(name.toLowerCase()))
}

/**
 * True if `answer` contains one of `names` as a word. A name in the `question` does not count: an answer of any model
 * may repeat it.
 */
export function namesContestant(answer: string, names: readonly string[], question = ''): boolean {
  return names.some((name) => containsWord(answer, name) && !containsWord(question, name))
}

/**
 * True if an answer claims an author: it contains a name of one of `models`, or introduces itself as any known model,
 * rightly or wrongly.
 */
export function saysWho(answer: string, models: readonly string[], question: string): boolean {
  return introduced.test(answer) || namesContestant(answer, contestantNames(models), question)
}

/** Names that are not ordinary words, for use in a pattern. */
function knownNames(): string[] {
  const names = [...makers.values()].flat().filter((name) => !/^(?:by|from|von) /.test(name))
  return [...new Set([...names, 'Meta'])].map((name) => name.replaceAll('.', String.raw`\.`))
}

/** The words of a model's name that are not ordinary ones, without version numbers. */
function wordsOf(model: string): string[] {
  return model.split(/[^\p{L}]+/u).filter((word) => word.length > 2 && !ordinaryWords.has(word.toLowerCase()))
}

function containsWord(text: string, word: string): boolean {
  const [haystack, needle] = [text.toLowerCase(), word.toLowerCase()]
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
    const [before, after] = [haystack.slice(Math.max(0, at - 1), at), haystack.slice(at + needle.length)]
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^\p{L}/u.test(after)) return true
  }
  return false
}
