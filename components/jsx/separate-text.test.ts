import { createElement, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { jsx, jsxs, Fragment as RuntimeFragment } from "#components/jsx/jsx-runtime.ts";

const icon = createElement("i");
const html = (children: ReactNode) => renderToStaticMarkup(jsxs("p", { children }));

describe("text", () => {
  test.each<[string, ReactNode[], string]>([
    ["after an element", [icon, "Pay"], "<i></i><span>Pay</span>"],
    ["around an element", ["Pay ", icon, " now"], "<span>Pay </span><i></i><span> now</span>"],
    ["in pieces", ["Pay ", 5, " USD", icon], "<span>Pay 5 USD</span><i></i>"],
    ["between elements that can be absent", [false, "Pay", null], "Pay"],
    ["in pieces, without an element", [5, " of ", 7], "5 of 7"],
    ["that is space", [icon, " ", icon], "<i></i> <i></i>"],
    ["that is absent", [icon, false], "<i></i>"],
  ])("%s", (_, children, inside) => {
    expect(html(children)).toBe(`<p>${inside}</p>`);
  });

  test("of a fragment has an element, because the fragment's siblings are its own", () => {
    expect(html([icon, jsx(Fragment, { children: "Pay" })])).toBe("<p><i></i><span>Pay</span></p>");
    expect(html([icon, jsxs(Fragment, { children: ["Pay ", 5] })])).toBe("<p><i></i><span>Pay 5</span></p>");
    expect(RuntimeFragment).toBe(Fragment);
  });

  test("reaches a component in one piece", () => {
    const shown = ({ children }: { children: ReactNode }) => createElement("b", null, children);
    expect(renderToStaticMarkup(jsxs(shown, { children: ["Pay ", 5] }))).toBe("<b>Pay 5</b>");
  });

  test("leaves the nodes after it at their places, by which React knows them", () => {
    const { props } = jsxs("p", { children: ["a", "b", icon] }) as { props: { children: ReactNode[] } };
    expect(props.children.indexOf(icon)).toBe(2);
  });
});
