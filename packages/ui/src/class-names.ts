/** Joins the truthy names: `classNames('btn', busy && 'busy', className)`. */
export const classNames = (...parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(' ')
