export { MenuLayer } from './menu-layer'
export { PopupLayer } from './popup-layer'
