// Runs before the page: records the texts that each canvas shows, with their boxes in CSS pixels of the canvas.
(() => {
  const prototype = CanvasRenderingContext2D.prototype;
  const drawn = (window.drawnTexts = new Map());
  const box = (context, left, top, right, bottom) => {
    const { a, d, e, f } = context.getTransform();
    const ratio = devicePixelRatio;
    return {
      left: (a * left + e) / ratio,
      right: (a * right + e) / ratio,
      top: (d * top + f) / ratio,
      bottom: (d * bottom + f) / ratio,
      scale: a / ratio,
    };
  };
  const { clearRect, fillText } = prototype;
  prototype.clearRect = function (x, y, width, height) {
    const cleared = box(this, x, y, x + width, y + height);
    const { clientWidth, clientHeight } = this.canvas;
    const isWhole =
      cleared.left <= 1 && cleared.top <= 1 && cleared.right >= clientWidth - 1 && cleared.bottom >= clientHeight - 1;
    const stays = (text) => {
      const [x, y] = [(text.left + text.right) / 2, (text.top + text.bottom) / 2];
      return x < cleared.left || x > cleared.right || y < cleared.top || y > cleared.bottom;
    };
    drawn.set(this.canvas, isWhole ? [] : (drawn.get(this.canvas) ?? []).filter(stays));
    return clearRect.call(this, x, y, width, height);
  };
  prototype.fillText = function (text, x, y, most = Infinity) {
    const measured = this.measureText(text);
    const width = Math.min(measured.width, most);
    const left = { center: x - width / 2, right: x - width }[this.textAlign] ?? x;
    const place = box(
      this,
      left,
      y - measured.actualBoundingBoxAscent,
      left + width,
      y + measured.actualBoundingBoxDescent,
    );
    if (text.trim()) {
      const size = parseFloat(/([\d.]+)px/.exec(this.font)[1]) * place.scale;
      // A text that is drawn again at its place is one text.
      const isOther = (other) => other.text !== text || Math.abs(other.left - place.left) + Math.abs(other.top - place.top) > 1;
      const texts = (drawn.get(this.canvas) ?? []).filter(isOther);
      texts.push({ ...place, text, size, squeezed: width / measured.width });
      drawn.set(this.canvas, texts);
    }
    return fillText.apply(this, arguments);
  };
})();
