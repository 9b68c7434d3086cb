import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useRowKeys } from "./useRowKeys";

function List({ rows }: { rows: string[] }) {
  const list = useRef<HTMLTableElement>(null);
  useRowKeys(list);
  return (
    <table ref={list}>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <td>
              <a href={`/${row}`}>{row}</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const focused = () => document.activeElement?.textContent;

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

test("moves through rows with j and k, and continues after Back from a record", async () => {
  const { unmount } = render(<List rows={["one", "two", "three"]} />);
  await userEvent.keyboard("k");
  expect(focused()).toBe("one");
  await userEvent.keyboard("jj");
  expect(focused()).toBe("three");
  await userEvent.keyboard("jk");
  expect(focused()).toBe("two");
  unmount();

  render(<List rows={["one", "two", "three"]} />);
  expect(document.activeElement).toBe(document.body);
  await userEvent.keyboard("j");
  expect(focused()).toBe("three");
});

test("starts at the first row if that row is gone", async () => {
  render(<List rows={["four", "five"]} />);
  await userEvent.keyboard("j");
  expect(screen.getByText("four")).toBe(document.activeElement);
});
