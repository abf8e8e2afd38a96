// Runs before anything is painted, while the code of the window is fetched. `state/settings` keeps the values.
{
  const { theme, language } = kept() ?? {}
  // The window must not appear in the system's colours first.
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  // The build lists the files that the code of the window would request only once it runs.
  const files = document.currentScript.dataset
  const [kind, id = 'new'] = location.hash.replace(/^#\/?/, '').split('/')
  const places = { compare: 'compare', sets: 'places', ranking: 'places', 'which-model': 'places' }
  const isEmptyChat = id === 'new' && !(kind in places)
  if (!isEmptyChat) preload(files[places[kind] ?? 'chat'])
  const tag = [language, ...navigator.languages].find((each) => /^(de|en)\b/i.test(each))
  if (/^de/i.test(tag)) {
    preload(files.de)
    if (!isEmptyChat) preload(files.deRest)
  }

  function kept() {
    try {
      return JSON.parse(localStorage.getItem('parley.appearance') ?? '{}')
    } catch {
      // Unreadable or forbidden: the system's theme and language.
      return {}
    }
  }

  function preload(list) {
    for (const file of list?.split(' ') ?? []) {
      const link = Object.assign(document.createElement('link'), { crossOrigin: '', href: file })
      const kindOfLink = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
      document.head.append(Object.assign(link, kindOfLink))
    }
  }
}
