/** In place of what TanStack Query brings for reads that grow without end, of which there are none here. */
export const infiniteQueryBehavior = () => undefined
export const hasNextPage = () => false
export const hasPreviousPage = () => false
