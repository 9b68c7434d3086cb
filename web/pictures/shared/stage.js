/** A screen of this folder on a device: <x-browser src url width height scale>, <x-phone src scale>. */
class Device extends HTMLElement {
  connectedCallback() {
    const read = (name, fallback) => Number(this.getAttribute(name) ?? fallback);
    const [defaultWidth, defaultHeight] = this.defaults;
    const [width, height] = [read("width", defaultWidth), read("height", defaultHeight)];
    const scale = read("scale", 1);
    const frame = document.createElement("iframe");
    frame.src = this.getAttribute("src");
    frame.style = `width:${width}px;height:${height}px;transform:scale(${scale})`;
    const view = document.createElement("div");
    view.style = `width:${width * scale}px;height:${height * scale}px`;
    view.append(frame);
    this.prepare();
    this.append(view);
  }
}

class Browser extends Device {
  defaults = [1440, 900];
  prepare() {
    this.innerHTML = `<header><i></i><i></i><i></i><span>${this.getAttribute("url")}</span></header>`;
  }
}

class Phone extends Device {
  defaults = [390, 844];
  prepare() {}
}

customElements.define("x-browser", Browser);
customElements.define("x-phone", Phone);
