/** How models search the web, and what they may fetch. */
export const web = {
  hosts: {
    field: 'Privater Host',
    hint: 'Modelle können keine Seiten von diesem Computer oder aus privaten Netzen abrufen, außer von den Hosts in dieser Liste. Du wirst trotzdem vor jedem Host gefragt.',
    refused: 'Gib einen Host wie localhost:3000 oder intranet.example ein.',
    remove: '{{host}} entfernen',
    title: 'Private Hosts',
  },
  search: {
    example: 'http://127.0.0.1:8888',
    hints: {
      brave: 'Suchanfragen gehen mit deinem Schlüssel an Brave.',
      own: 'Modelle von OpenAI, Anthropic und Google nutzen die Suche ihres Anbieters. Andere können nicht suchen.',
      searxng: 'Suchanfragen gehen an deinen SearXNG-Server. Dort muss das Format „json“ aktiviert sein.',
      tavily: 'Suchanfragen gehen mit deinem Schlüssel an Tavily.',
    },
    key: 'Schlüssel für {{name}}',
    nothingFound: 'Verbunden, aber die Testsuche hat nichts gefunden.',
    own: 'Modell selbst',
    passed_one: 'Funktioniert: {{count, number}} Ergebnis in {{duration}}.',
    passed_other: 'Funktioniert: {{count, number}} Ergebnisse in {{duration}}.',
    title: 'Websuche',
    with: 'Suchen mit',
  },
}
