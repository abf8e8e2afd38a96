/** How models search the web, and what they may fetch. */
export const web = {
  hosts: {
    field: 'Private host',
    hint: 'Models cannot fetch pages from this computer or private networks, except from the hosts listed here. You are still asked before each host.',
    refused: 'Enter a host such as localhost:3000 or intranet.example.',
    remove: 'Remove {{host}}',
    title: 'Private hosts',
  },
  search: {
    example: 'http://127.0.0.1:8888',
    hints: {
      brave: 'Searches are sent to Brave, with your key.',
      own: 'Models from OpenAI, Anthropic and Google use their provider’s search. Other models cannot search.',
      searxng: 'Searches are sent to your SearXNG server. The format “json” must be enabled there.',
      tavily: 'Searches are sent to Tavily, with your key.',
    },
    key: 'Key for {{name}}',
    nothingFound: 'Connected, but the test search found nothing.',
    own: 'Model’s own',
    passed_one: 'Works: {{count, number}} result in {{duration}}.',
    passed_other: 'Works: {{count, number}} results in {{duration}}.',
    title: 'Web search',
    with: 'Search with',
  },
} as const
