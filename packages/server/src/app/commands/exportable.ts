const exportable = ['places', 'corrections', 'states'] as const
export type Exportable = (typeof exportable)[number]

export const isExportable = (what: string): what is Exportable => exportable.some(known => known === what)
