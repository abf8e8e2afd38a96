export { BundleDialog } from './bundle-dialog'
export { ExportDialog } from './export-dialog'
