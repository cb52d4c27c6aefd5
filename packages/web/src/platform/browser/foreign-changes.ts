/**
 * Lets React go on where something else has changed its text: translators and other extensions put elements in place of
 * text nodes, which React later wants to change, move or remove. Before it does, the texts are put back.
 */
export function surviveForeignChanges(): void {
  const { insertBefore, removeChild } = Node.prototype
  const watch = new MutationObserver(learn)
  const putBack = (node: Node) => {
    // What has changed since the observer was last called.
    learn(watch.takeRecords())
    const stand = standIns.get(node)
    if (!stand?.parentNode) return
    const originals = replaced.get(stand) ?? []
    for (const original of originals.includes(node) ? originals : [...originals, node]) {
      standIns.delete(original)
      insertBefore.call(stand.parentNode, original, stand)
    }
    replaced.delete(stand)
    removeChild.call(stand.parentNode, stand)
  }

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (before && before.parentNode !== this) putBack(before)
    const place = before && childWith(this, before)
    insertBefore.call(this, node, place)
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    if (node.parentNode !== this) putBack(node)
    const place = childWith(this, node)
    removed.add(node)
    // The text's wrapper is removed with it, since nothing else would ever remove that.
    if (place) removeChild.call(this, place)
    return node
  }
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get(this: Text) {
      return this.data
    },
    set(this: Text, value: string | null) {
      if (!this.isConnected) putBack(this)
      this.data = value ?? ''
    },
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** The elements that a translator put in place of texts, by text and by element. */
const standIns = new WeakMap<Node, Element>()
const replaced = new WeakMap<Element, Node[]>()
/** What the app itself has removed. */
const removed = new WeakSet<Node>()

/** The child of a node that is or contains another; null if there is none. */
function childWith(parent: Node, node: Node): Node | null {
  let place: Node | null = node
  while (place && place.parentNode !== parent) place = place.parentNode
  return place
}

/** Finds the elements that have replaced texts. They are not React's, which marks its own. */
function learn(records: readonly MutationRecord[]) {
  for (const [at, { target, addedNodes, removedNodes, previousSibling, nextSibling }] of records.entries()) {
    for (const node of removedNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue
      // In the same step, in the next one, or before.
      const then = records[at + 1]
      const next = then?.target === target && then.nextSibling === nextSibling ? then.addedNodes : []
      const near = [...addedNodes, ...next, previousSibling, nextSibling].filter(isForeign)
      const stand = near.find(one => !replaced.has(one)) ?? near[0]
      // A text elsewhere on the page has been moved by the app, or wrapped.
      if (!stand || (node.isConnected && !stand.contains(node))) continue
      standIns.set(node, stand)
      // What the app has removed does not come back with the others.
      if (!removed.has(node)) replaced.set(stand, [...(replaced.get(stand) ?? []), node])
    }
  }
}

function isForeign(node: Node | null): node is Element {
  return node instanceof Element && !Object.keys(node).some(key => key.startsWith('__react'))
}
