import type { RemoteProviderKind } from './models'

/** A provider that needs only a key. */
export interface ProviderPreset {
  /** The provider id, and so the first part of its model names. */
  id: string
  kind: RemoteProviderKind
  name: string
  baseUrl: string
  /** The page on which users create keys. */
  keysUrl: string
  /** Environment variables that may hold its key, in order of preference. */
  keyVariables: readonly string[]
  /** Matches its keys and those of no other preset; absent if its keys have no shape of their own. */
  keyShape?: RegExp
}

/** Providers that Settings offers, most used first. Addresses are from their documentation. */
export const providerPresets: readonly ProviderPreset[] = [
  {
    id: 'openai',
    kind: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keysUrl: 'https://platform.openai.com/api-keys',
    keyVariables: ['OPENAI_API_KEY'],
    keyShape: /^sk-(?!ant-|or-|[0-9a-f]{32}$)/u,
  },
  {
    id: 'anthropic',
    kind: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keysUrl: 'https://console.anthropic.com/settings/keys',
    keyVariables: ['ANTHROPIC_API_KEY'],
    keyShape: /^sk-ant-/u,
  },
  {
    id: 'google',
    kind: 'google',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keysUrl: 'https://aistudio.google.com/apikey',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY'],
    keyShape: /^AIza/u,
  },
  {
    id: 'openrouter',
    kind: 'openai-compatible',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keysUrl: 'https://openrouter.ai/settings/keys',
    keyVariables: ['OPENROUTER_API_KEY'],
    keyShape: /^sk-or-/u,
  },
  {
    id: 'deepseek',
    kind: 'openai-compatible',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keysUrl: 'https://platform.deepseek.com/api_keys',
    keyVariables: ['DEEPSEEK_API_KEY'],
    keyShape: /^sk-[0-9a-f]{32}$/u,
  },
  {
    id: 'mistral',
    kind: 'openai-compatible',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keysUrl: 'https://console.mistral.ai/api-keys',
    keyVariables: ['MISTRAL_API_KEY'],
  },
  {
    id: 'groq',
    kind: 'openai-compatible',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keysUrl: 'https://console.groq.com/keys',
    keyVariables: ['GROQ_API_KEY'],
    keyShape: /^gsk_/u,
  },
  {
    id: 'xai',
    kind: 'openai-compatible',
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    keysUrl: 'https://console.x.ai',
    keyVariables: ['XAI_API_KEY'],
    keyShape: /^xai-/u,
  },
  {
    id: 'together',
    kind: 'openai-compatible',
    name: 'Together AI',
    baseUrl: 'https://api.together.xyz/v1',
    keysUrl: 'https://api.together.ai/settings/api-keys',
    keyVariables: ['TOGETHER_API_KEY', 'TOGETHER_AI_API_KEY'],
    keyShape: /^tgp_/u,
  },
]

/** The usual address of a model server on this computer. */
export interface LocalServer {
  /** The provider id of the server when it is found. */
  id: 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm'
  name: string
  baseUrl: string
}

/** The default addresses of common model servers. */
export const localServers: readonly LocalServer[] = [
  { id: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { id: 'lmstudio', name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { id: 'llamacpp', name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { id: 'vllm', name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
]
