import type { Plugin } from 'vite'

/** What React DOM can do and Papadag never asks of it, by the names of the functions that do only that. */
const unused = {
  actionsOfForms: `coerceFormActionProp dispatchActionState extractEvents$1
    handleActionReturnValue mountActionState notifyActionListeners onActionError onActionSuccess rerenderActionState
    runActionStateAction startHostTransition updateActionState updateActionStateImpl updateOptimisticImpl`,
  hydration: `canHydrateHydrationBoundary canHydrateInstance canHydrateTextInstance clearHydrationBoundary
    createFiberFromDehydratedFragment getNextHydratable getNextHydratableInstanceAfterHydrationBoundary
    hideOrUnhideDehydratedBoundary prepareToHydrateHostInstance
    pushDehydratedActivitySuspenseHandler queueHydrationError ReactDOMHydrationRoot
    retryActivityComponentWithoutHydrating retryDehydratedSuspenseBoundary retrySuspenseComponentWithoutHydrating
    throwOnHydrationMismatch updateDehydratedSuspenseComponent`,
  listsOfSuspense: `cutOffTailIfNeeded findFirstSuspended initSuspenseListRenderState updateSuspenseListComponent`,
  refsOfFragments: `addEventListenerToChild FragmentInstance indexOfEventListener normalizeListenerOptions observeChild
    removeEventListenerFromChild scrollTextNodeIntoView setFocusOnFiberIfFocusable unobserveChild
    validateDocumentPositionWithFiberTree`,
  stylesheetsAndScripts: `acquireResource adoptPreloadPropsForScript adoptPreloadPropsForStylesheet
    getHydratableHoistableCache getResource getStylesheetSelectorFromKey insertStylesheet insertStylesheetIntoRoot
    insertSuspendedStylesheets preconnectAs preinitModuleScript preinitScript preinitStyle preload preloadModule
    preloadResource preloadStylesheet stylesheetPropsFromRawProps suspendResource`,
  viewTransitions: `applyViewTransitionName applyViewTransitionToHostInstances
    applyViewTransitionToHostInstancesRecursive commitAppearingPairViewTransitions commitDeletedPairViewTransitions
    commitEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions getViewTransitionClassName
    getViewTransitionName measureClonedInstance measureNestedViewTransitions
    measureViewTransitionHostInstancesRecursive pushViewTransitionCancelableScope restoreEnterOrExitViewTransitions
    restoreNestedViewTransitions restorePairedViewTransitions restoreViewTransitionName
    restoreViewTransitionOnHostInstances scheduleViewTransitionEvent startViewTransition trackEnterViewTransitions
    ViewTransitionPseudoElement`,
}

const methods = /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function/

/** Empties these functions, an eighth of React DOM as sent; a build with another React names those that it lacks. */
export function leanReact(): Plugin {
  return {
    name: 'papadag-lean-react',
    apply: 'build',
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler(code) {
        const names = new Set(Object.values(unused).flatMap(list => list.split(/\s+/)))
        let lean = code
        const cut = (start: number, end: number, text: string) => {
          lean = lean.slice(0, start) + text + lean.slice(end)
        }
        for (const statement of this.parse(code).body.reverse()) {
          const { type, start, end } = statement
          if (type === 'FunctionDeclaration' && statement.body && names.delete(statement.id?.name ?? ''))
            cut(statement.body.start, statement.body.end, '{}')
          else if (methods.test(code.slice(start, end))) cut(start, end, '')
        }
        if (names.size > 0) this.error(`React DOM has no ${[...names].join(', ')}`)
        return { code: lean, map: null }
      },
    },
  }
}
