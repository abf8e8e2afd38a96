// React for the components in answers. Built as one script that runs in the frame of a page.
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDom from 'react-dom'
import * as ReactDomClient from 'react-dom/client'

const roots = new Map<Element, ReactDomClient.Root>()

/** As in versions of React before 19, which pages still use. */
function render(content: React.ReactNode, place: Element): void {
  const root = roots.get(place) ?? ReactDomClient.createRoot(place)
  roots.set(place, root)
  root.render(content)
}

const ReactDOM = { ...ReactDom, ...ReactDomClient, render }
const modules = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-dom/client': ReactDOM,
}

function mount(component: unknown, place: Element): void {
  // The module has done so.
  if (Object.keys(place).some((key) => key.startsWith('__reactContainer'))) return
  render(React.createElement(component as React.ComponentType), place)
}

Object.assign(globalThis, { parleyReact: { modules, mount }, React, ReactDOM })
