// What the page's scripts share with each other, and offer to those who load them.

interface ChatelaineReport {
  version: 2;
  fields: { field: string; result: "filled" | "refused" | "changed"; reason?: string }[];
}

interface Collected {
  element: WeakRef<Element>;
  root: WeakRef<Element> | null;
  origin: string;
  signature: string;
}

interface Look {
  whyHidden(element: Element): string;
}

interface ChatelainePage {
  /** Returns the model of the page, version 2. `descend`: frames of the same origin are parts of it; `own`: this frame alone. */
  collect(options?: { frames?: "own" | "descend" }): Record<string, unknown>;
  /** Carries out a plan for the fields that were collected last. */
  fill(plan: { fill?: { field: string; value: string }[] }): Promise<ChatelaineReport>;

  tree: {
    ofNode: {
      parent(node: Node): Node | null;
      previous(node: Node): Node | null;
      next(node: Node): Node | null;
      first(node: Node): Node | null;
      document(node: Node): Document | null;
      isConnected(node: Node): boolean;
      root(node: Node): Node;
      contains(node: Node, other: Node | null): boolean;
    };
    attribute(element: Element, name: string): string;
    hasAttribute(element: Element, name: string): boolean;
    matches(element: Element, selector: string): boolean;
    closest(element: Element, selector: string): Element | null;
    all(root: Node, selector: string): Element[];
    shadow(element: Element): ShadowRoot | null;
    frameDocument(element: Element): Document | null;
    around(element: Element): Element | null;
    walk(document: Document, descends: boolean, visit: (element: Element) => void): void;
    getter(prototype: object, name: string): (object: any) => any;
  };
  visibility: { Look: new () => Look; view(element: Element): Window | null };
  texts: {
    tidy(text: string): string;
    textOf(node: Node | null, withButtons?: boolean): string;
    named(element: Element, name: string): string;
    label(element: Element): string;
    near(element: Element): string;
    group(element: Element): string;
    hints(element: Element): string;
  };
  forms: {
    box(element: Element, known?: Map<Element, boolean>): Element | null;
    owner(element: Element): HTMLFormElement | null;
    heading(root: Element): string;
    buttonsOf(root: Element, look: Look): string[];
    linksOf(root: Element): string[];
    action(root: Element): string;
    whole: string;
  };
  collected: {
    find(id: string): Collected | undefined;
    signature(element: Element): string;
    type(element: Element): string;
    owner(element: Element): Element | null;
  };
}

declare var ChatelainePage: ChatelainePage;
