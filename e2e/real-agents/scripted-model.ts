import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { completeStream, errorReply, type Script, type Step } from '../fake-provider/script.ts'

/** How Codex asks to run a command outside its sandbox. */
const askFirst = { sandbox_permissions: 'require_escalated', justification: 'It writes a file.' }

/** The names of the agents' shell tools, and their input for a command. */
const shellTools: { name: RegExp; input: (command: string) => object; beyond?: object }[] = [
  { name: /^Bash$/, input: (command) => ({ command, description: 'run a command' }) },
  { name: /^bash$/, input: (command) => ({ command, description: 'run a command' }) },
  { name: /^run_shell_command$/, input: (command) => ({ command, description: 'run a command' }) },
  { name: /^exec_command$/, input: (command) => ({ cmd: command }), beyond: askFirst },
  { name: /^shell_command$/, input: (command) => ({ command }) },
  { name: /^shell$/, input: (command) => ({ command: ['bash', '-c', command] }) },
]

/**
 * A model that follows the last `[[order: verb argument]]` of the conversation, whichever agent asks and in
 * whichever protocol: `say TEXT`, `think`, `slow`, `run COMMAND`, `beyond COMMAND` (which a sandbox would
 * refuse), `count`, `refuse STATUS`.
 * @throws Error for another marker, verb or argument: nothing is answered then, and the run of the cases ends
 */
export function answerAsTold(request: FakeRequest): Script {
  const conversation = JSON.stringify(request.body)
  const orders = readOrders(conversation)
  const order = orders.at(-1)
  if (order === undefined) return say('nothing was ordered')
  switch (order.verb) {
    case 'say':
      return say(argumentOf(order))
    case 'think':
      withoutArgument(order)
      return completeStream([
        { type: 'tokens', tokens: ['First I think ', 'about it.'], field: 'reasoning_content' },
        { type: 'tokens', tokens: ['The answer ', 'is 42.'] },
      ])
    case 'slow':
      withoutArgument(order)
      return completeStream([
        { type: 'tokens', tokens: Array.from({ length: 2_000 }, (_, index) => `w${index} `), perSecond: 20 },
      ])
    case 'count':
      return say(`knows ${new Set(orders.map(({ argument }) => argument)).size} orders`)
    case 'refuse': {
      const status = Number(argumentOf(order, /^[45]\d\d$/, 'a status of 400 or more'))
      return errorReply(status, { message: `refused with ${status}`, code: 'invalid_api_key' })
    }
    case 'run':
    case 'beyond':
      return hasResult(request.body) ? say('done') : callShell(request, order)
    default:
      throw unknownOrder(order.verb, 'say, think, slow, run, beyond, count, refuse')
  }
}

interface Order {
  verb: string
  argument: string
}

const marker = /\[\[order: (\w+) ?(.*?)\]\]/g
/** Anything that may have been meant as an order. A shell's `[[ -f … ]]` or `[[:alpha:]]` is not one. */
const likeMarker = /\[\[ *(?:order\b|\w+:)[^\]"]{0,40}/gi

/** All orders in a conversation, from its JSON. */
function readOrders(conversation: string): Order[] {
  const [wrong] = conversation.replaceAll(marker, '').match(likeMarker) ?? []
  if (wrong !== undefined) throw unknownOrder(wrong, '[[order: verb argument]]')
  return Array.from(conversation.matchAll(marker), ([, verb = '', argument = '']) => ({
    verb,
    argument: JSON.parse(`"${argument}"`) as string,
  }))
}

/** The argument of an order. @throws Error it is not of this form */
function argumentOf({ verb, argument }: Order, form = /\S/, allowed = 'any text'): string {
  if (!form.test(argument)) throw unknownOrder(`${verb} ${argument}`, allowed)
  return argument
}

function withoutArgument(order: Order): void {
  argumentOf(order, /^$/, 'nothing')
}

function unknownOrder(order: string, allowed: string): Error {
  return new Error(`unknown order ${JSON.stringify(order)}; allowed: ${allowed}`)
}

function say(text: string): Script {
  return completeStream([{ type: 'tokens', tokens: text.split(/(?<= )/) }])
}

function callShell(request: FakeRequest, order: Order): Script {
  const offered = toolNames(request.body)
  const tool = shellTools.find(({ name }) => offered.some((offer) => name.test(offer)))
  const toolName = offered.find((offer) => tool?.name.test(offer))
  if (tool === undefined || toolName === undefined) return say(`no shell among ${offered.join(', ')}`)
  const input = { ...tool.input(argumentOf(order)), ...(order.verb === 'beyond' ? tool.beyond : {}) }
  return callTool(request, toolName, input)
}

function callTool(request: FakeRequest, toolName: string, input: object): Script {
  const id = `call_${request.id}`
  const steps: Step[] = [
    { type: 'tokens', tokens: ['Let me ', 'run that. '] },
    {
      type: 'call',
      piece: { index: 0, id, name: toolName, arguments: JSON.stringify(input) },
    },
  ]
  return completeStream(steps, { reason: 'tool_calls' })
}

/** The names of all tools that a request offers, at any depth. */
function toolNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(toolNames)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    if (key === 'tools' || key === 'functionDeclarations') return namesIn(entry)
    return key === 'input' || key === 'additional_tools' ? toolNames(entry) : []
  })
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  const { name, ...rest } = value as Record<string, unknown>
  const inner = ['tools', 'function', 'functionDeclarations'].flatMap((key) => namesIn(rest[key]))
  return typeof name === 'string' ? [name, ...inner] : inner
}

/** True if the conversation ends with the result of a tool. */
function hasResult(body: unknown): boolean {
  const { messages, input, contents } = body as Record<string, unknown[] | undefined>
  const last = JSON.stringify((messages ?? input ?? contents ?? []).at(-1) ?? '')
  return /"role":"tool"|"tool_result"|_call_output"|"functionResponse"/.test(last)
}
