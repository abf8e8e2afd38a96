import type { ReactNode } from 'react'
import '../../ui/welcome/welcome.css'
import './first-run.css'

/** One line of the first screen: a way to a model. */
export function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="welcome-line first-run-way" aria-label={name}>
      <h3>{name}</h3>
      <div>{children}</div>
    </section>
  )
}
