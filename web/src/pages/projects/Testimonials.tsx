import { agencyTestimonials, portfolio } from "~/content/portfolio";
import { Carousel } from "~/ui/slides/Carousel";
import { TestimonialCard } from "~/site/TestimonialCard";

/** A carousel of testimonials. */
export function Testimonials() {
  return (
    <Carousel label={portfolio.testimonials} delay={4000} loop continueAfterInteraction>
      {agencyTestimonials.map(({ name, title, message, image, rating }) => (
        <TestimonialCard
          key={name}
          quote={message}
          name={name}
          role={title}
          picture={image}
          rating={rating}
        />
      ))}
    </Carousel>
  );
}
