// Shows every component of `renderer/ui` in both themes and in normal and the largest text: `npm run gallery`.
import { createRoot } from 'react-dom/client'

import '../../src/renderer/ui/theme/theme.css'

import { loadTexts, setLanguage } from '../../src/renderer/language/t'
import { Hint } from '../../src/renderer/ui/layout/layout'
import { scalesOf } from '../../src/renderer/ui/theme/scales'
import { samples } from './samples'

const looks = ['light', 'dark'].flatMap((theme) =>
  (['normal', 'largest'] as const).map((textSize) => ({ theme, textSize })),
)
const modules = import.meta.glob(['../../src/renderer/ui/**/*.tsx', '!../../src/renderer/ui/**/*.test.tsx'], {
  eager: true,
})
/** The components that the folder exports: their names start with a capital. */
const names = Object.values(modules)
  .flatMap((module) => Object.keys(module as object))
  .filter((name) => /^[A-Z]/.test(name) && !name.endsWith('Context'))
  .toSorted()

const chosen = new URLSearchParams(window.location.search)
const theme = chosen.get('theme')
await setLanguage('en')
await loadTexts()
const root = createRoot(document.querySelector('#root') as Element)
root.render(theme === null ? <Frames /> : <Gallery />)
if (theme !== null) {
  const look = looks.find((each) => each.theme === theme && each.textSize === chosen.get('text'))
  const { dataset, style } = document.documentElement
  dataset['theme'] = theme
  style.setProperty(
    '--text-scale',
    String(scalesOf({ textSize: look?.textSize ?? 'normal', density: 'comfortable' }).text),
  )
}

/** A page for each look, because a page has one theme. */
function Frames() {
  return (
    <div className="frames">
      {looks.map((look) => {
        const name = `${look.theme}, ${look.textSize} text`
        // oxlint-disable-next-line react/iframe-missing-sandbox -- each is this page
        return <iframe key={name} title={name} src={`?theme=${look.theme}&text=${look.textSize}`} />
      })}
    </div>
  )
}

function Gallery() {
  return (
    <main className="gallery">
      {names.map((name) => (
        <section key={name} aria-label={name} data-component={name}>
          <Hint className="sample">{name}</Hint>
          {name in samples ? samples[name] : <Hint tone="bad">There is no sample.</Hint>}
        </section>
      ))}
    </main>
  )
}
